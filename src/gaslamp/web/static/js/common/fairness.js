/**
 * Keeps what the server committed itself to, and compares it in the end with what it shows. It knows no rules: whether
 * the draws follow from the secret is for `gaslamp verify` to say. The formats are those of docs/fairness.md.
 */

/**
 * What this browser was told of a game, and what it added to its draws.
 * @typedef {object} Kept
 * @property {string} commitment
 * @property {Record<string, string>} nonces by seat, made when the commitment was known
 * @property {string[] | null} house seats that were the house's when they were made
 * @property {string[]} seats that this browser has had
 * @property {Record<string, string> | null} shares what each seat adds, as it was told at the table
 * @property {string[]} heads
 * @property {number} at when it was kept
 * @property {string} [nonce] of a game begun when one nonce served all seats
 *
 * @typedef {object} Proof
 * @property {number} version
 * @property {string[]} terms what was agreed
 * @property {string} game
 * @property {string} commitment
 * @property {string} secret
 * @property {Map<string, {by: string, nonce: string}>} nonces
 * @property {{salt: string, commitment: string, head: string, text: string}[]} entries
 *
 * @typedef {"right" | "word" | "first" | "nothing" | "none" | "insecure" | "secret" | "nonce" | "foreign" | "shares" |
 *   "chain" | "head"} Verdict
 */

const KEY = "fairness ";
const MOST = 20; // games of which something is kept
const FIRST_LINE = /^gaslamp proof ([12])$/;

/** What one browser keeps of one table. */
export class Evidence {
  /** @param {string} table */
  constructor(table) {
    this.key = KEY + table;
    /** @type {Kept} */
    this.kept = {
      commitment: "", nonces: {}, house: null, seats: [], shares: null, heads: [], at: Date.now(), ...read(this.key),
    };
  }

  /**
   * Give this browser's nonces for some seats, made only now that the server is bound by its commitment.
   * @param {string} commitment
   * @param {string[]} house the seats that are to add nothing
   * @param {string[]} seats
   */
  nonces(commitment, house, seats) {
    this.kept = { ...this.kept, ...read(this.key) }; // another tab may have made them
    this.kept.commitment ||= commitment;
    this.kept.house ??= house;
    for (const seat of seats) this.kept.nonces[seat] ||= hex(crypto.getRandomValues(new Uint8Array(32)));
    this.write();
    return Object.fromEntries(seats.map((seat) => [seat, this.kept.nonces[seat] ?? ""]));
  }

  /**
   * Remember which seats are this browser's own.
   * @param {string[]} seats
   */
  hold(seats) {
    const added = seats.filter((seat) => !this.kept.seats.includes(seat));
    if (!added.length) return;
    this.kept.seats.push(...added);
    this.write();
  }

  /**
   * Keep what a table tells.
   * @param {string} commitment
   * @param {string} head
   * @param {Record<string, string>} shares
   */
  keep(commitment, head, shares) {
    if (!head || this.kept.heads.at(-1) === head) return;
    this.kept.commitment ||= commitment;
    this.kept.shares ??= shares;
    this.kept.heads.push(head);
    this.write();
  }

  /** Give what this browser kept as the words of a command. */
  get words() {
    const { commitment, nonces, house, seats, heads } = this.kept;
    return [
      ...(commitment ? [`--commitment ${commitment}`] : []),
      ...seats.filter((seat) => nonces[seat]).map((seat) => `--nonce ${seat}=${nonces[seat]}`),
      ...(house ?? []).map((seat) => `--house ${seat}`),
      ...heads.map((head) => `--head ${head}`),
    ];
  }

  /**
   * Compare what was kept with the record of the finished game.
   * @param {string} record
   * @returns {Promise<Verdict>}
   */
  async check(record) {
    const proof = parse(record);
    if (!proof) return "none";
    if (!globalThis.crypto.subtle) return "insecure";
    const { commitment, heads } = this.kept;
    const secret = bytes(proof.secret);
    const committed = await digest(proof.version > 1 ? "gaslamp secret 2" : "gaslamp secret", proof.game, secret);
    if (proof.commitment !== hex(committed) || (commitment && commitment !== proof.commitment)) return "secret";
    const wrong = this.compareNonces(proof) ?? this.compareShares(proof);
    if (wrong) return wrong;
    const known = await chain(proof, secret, committed);
    if (!known) return "chain";
    if (!heads.every((head) => known.has(head))) return "head";
    if (!heads.length) return "nothing";
    if (![...proof.nonces.values()].some(({ by }) => by === "player")) return "word";
    return proof.version > 1 ? "right" : "first";
  }

  /**
   * See that each seat of this browser has the nonce it brought, and none that it did not bring.
   * @param {Proof} proof
   * @returns {Verdict | null}
   */
  compareNonces(proof) {
    const { nonce, nonces, seats } = this.kept;
    if (nonce) return [...proof.nonces.values()].some((one) => one.nonce === nonce) ? null : "nonce";
    for (const seat of seats) {
      const told = proof.nonces.get(seat);
      const brought = nonces[seat];
      if (brought && (told?.by !== "player" || told.nonce !== brought)) return "nonce";
      if (!brought && told?.by === "player") return "foreign";
    }
    return null;
  }

  /**
   * See that nobody else adds to the draws than was told: a seat of the house is none of a player.
   * @param {Proof} proof
   * @returns {Verdict | null}
   */
  compareShares(proof) {
    const { house, shares } = this.kept;
    for (const [seat, { by, nonce }] of proof.nonces) {
      if (proof.version > 1 && (by === "player") !== Boolean(nonce)) return "shares";
      if (proof.version > 1 && house && house.includes(seat) !== (by === "house")) return "shares";
      if (shares && shares[seat] && shares[seat] !== by) return "shares";
    }
    return null;
  }

  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
      forget();
    } catch {
      // No room, or none allowed: then there is less to compare in the end.
    }
  }
}

/**
 * Follow the chain of a proof, and give all its heads; null where it does not hold.
 * @param {Proof} proof
 * @param {Uint8Array} secret
 * @param {Uint8Array} committed
 */
async function chain(proof, secret, committed) {
  const key = await crypto.subtle.importKey("raw", plain(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const nonces = [...proof.nonces].flatMap(([seat, { nonce }]) => [seat, bytes(nonce)]);
  const label = proof.version > 1 ? "gaslamp chain 2" : "gaslamp chain";
  let head = await digest(label, proof.game, ...proof.terms, committed, ...nonces);
  const known = new Set([hex(head)]);
  for (const [number, entry] of proof.entries.entries()) {
    const salt = new Uint8Array(await crypto.subtle.sign("HMAC", key, framed(["gaslamp salt", proof.game, `${number}`])));
    const commitment = await digest("gaslamp entry", proof.game, `${number}`, salt, entry.text);
    head = await digest("gaslamp head", head, commitment);
    const told = [entry.salt, entry.commitment, entry.head];
    if (told.join() !== [salt, commitment, head].map(hex).join()) return null;
    known.add(hex(head));
  }
  return known;
}

/**
 * Read the proof of a record; null if it has none.
 * @param {string} record
 * @returns {Proof | null}
 */
function parse(record) {
  const lines = record.split("\n");
  const at = lines.findIndex((line) => FIRST_LINE.test(line));
  if (at < 0) return null;
  const version = Number(FIRST_LINE.exec(lines[at] ?? "")?.[1]);
  const game = header(lines);
  const proof = header(lines.slice(at));
  const nonces = new Map(
    (proof.get("nonces") ?? "").split("; ").map((pair) => {
      const [seat = "", told = ""] = pair.split("=");
      const [by = "", nonce = ""] = told.split(" ");
      return [seat, { by, nonce }];
    }),
  );
  const entries = lines.slice(at + 1 + proof.size + 1).filter(Boolean).map((line) => {
    const [salt = "", commitment = "", head = "", ...text] = line.split(" ");
    return { salt, commitment, head, text: text.join(" ") };
  });
  const agreed = ["title", "rules", "options"].map((name) => game.get(name) ?? "");
  if (version > 1) agreed.push(proof.get("clock") ?? "", proof.get("bots") ?? "");
  return {
    version,
    terms: agreed,
    game: proof.get("game") ?? "",
    commitment: proof.get("commitment") ?? "",
    secret: proof.get("secret") ?? "",
    nonces,
    entries,
  };
}

/**
 * Read the values of a header, whose first line says what it is of.
 * @param {string[]} lines
 */
function header(lines) {
  const end = lines.indexOf("");
  return new Map(
    lines.slice(1, end).map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}

/** @param {(string | Uint8Array)[]} parts */
async function digest(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", framed(parts)));
}

/**
 * Give several things as bytes, each after its length.
 * @param {(string | Uint8Array)[]} parts
 */
function framed(parts) {
  const encoder = new TextEncoder();
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const whole = new Uint8Array(all.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of all) {
    new DataView(whole.buffer).setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return whole;
}

/** @param {Uint8Array} from */
function plain(from) {
  return new Uint8Array(from);
}

/** @param {Uint8Array} from */
function hex(from) {
  return [...from].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} from */
function bytes(from) {
  return new Uint8Array((from.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/**
 * @param {string} key
 * @returns {Partial<Kept>}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Forget the oldest games. */
function forget() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  if (keys.length <= MOST) return;
  const oldest = keys.map((key) => ({ key, at: read(key).at ?? 0 })).sort((a, b) => a.at - b.at);
  for (const { key } of oldest.slice(0, -MOST)) localStorage.removeItem(key);
}
