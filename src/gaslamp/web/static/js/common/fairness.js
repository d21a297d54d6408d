/**
 * Stores the server's commitments in the browser and compares them with the record of the finished game. It has no rules
 * of the games: `gaslamp verify` checks that the draws follow from the secret. Formats: docs/fairness.md.
 */

/**
 * What this browser has received about a game, and the nonces it contributed.
 * @typedef {object} Stored
 * @property {string} commitment
 * @property {Record<string, string>} nonces by seat, created after the commitment was received
 * @property {string[] | null} house seats played by bots when the nonces were created
 * @property {string[]} seats seats this browser has held
 * @property {Record<string, string> | null} shares who contributes for each seat, as sent by the server
 * @property {string[]} heads
 * @property {number} at creation time
 *
 * @typedef {object} Proof
 * @property {string[]} terms title, rules, options, clock, bots, hints and prefix
 * @property {string} game
 * @property {string} commitment
 * @property {string} secret
 * @property {Map<string, {by: string, nonce: string}>} nonces
 * @property {{salt: string, commitment: string, head: string, text: string}[]} entries
 *
 * @typedef {"right" | "word" | "nothing" | "none" | "insecure" | "secret" | "nonce" | "foreign" | "shares" |
 *   "chain" | "head"} Verdict
 */

const KEY = "fairness ";
const MAX_GAMES = 20; // games to remember
const FIRST_LINE = "gaslamp proof 3";

/** The stored data of one table. */
export class Evidence {
  /** @param {string} table */
  constructor(table) {
    this.key = KEY + table;
    /** @type {Stored} */
    this.stored = {
      commitment: "", nonces: {}, house: null, seats: [], shares: null, heads: [], at: Date.now(), ...read(this.key),
    };
  }

  /**
   * Return this browser's nonces for *seats*. They are created only after the server has committed itself.
   * @param {string} commitment
   * @param {string[]} house seats that contribute nothing
   * @param {string[]} seats
   */
  nonces(commitment, house, seats) {
    this.stored = { ...this.stored, ...read(this.key) }; // another tab may have created them
    this.stored.commitment ||= commitment;
    this.stored.house ??= house;
    for (const seat of seats) this.stored.nonces[seat] ||= hex(crypto.getRandomValues(new Uint8Array(32)));
    this.write();
    return Object.fromEntries(seats.map((seat) => [seat, this.stored.nonces[seat] ?? ""]));
  }

  /**
   * Record the seats of this browser.
   * @param {string[]} seats
   */
  addSeats(seats) {
    const added = seats.filter((seat) => !this.stored.seats.includes(seat));
    if (!added.length) return;
    this.stored.seats.push(...added);
    this.write();
  }

  /**
   * Store the commitment, the shares and the newest head of a table.
   * @param {string} commitment
   * @param {string} head
   * @param {Record<string, string>} shares
   */
  record(commitment, head, shares) {
    if (!head || this.stored.heads.at(-1) === head) return;
    this.stored.commitment ||= commitment;
    this.stored.shares ??= shares;
    this.stored.heads.push(head);
    this.write();
  }

  /** The stored data as command-line arguments of `gaslamp verify`. */
  get arguments() {
    const { commitment, nonces, house, seats, heads } = this.stored;
    return [
      ...(commitment ? [`--commitment ${commitment}`] : []),
      ...seats.filter((seat) => nonces[seat]).map((seat) => `--nonce ${seat}=${nonces[seat]}`),
      ...(house ?? []).map((seat) => `--house ${seat}`),
      ...heads.map((head) => `--head ${head}`),
    ];
  }

  /**
   * Compare the stored data with the record of the finished game.
   * @param {string} record
   * @returns {Promise<Verdict>}
   */
  async check(record) {
    const proof = parse(record);
    if (!proof) return "none";
    if (!globalThis.crypto.subtle) return "insecure";
    const { commitment, heads } = this.stored;
    const secret = bytes(proof.secret);
    const committed = await digest("gaslamp secret 3", proof.game, secret);
    if (proof.commitment !== hex(committed) || (commitment && commitment !== proof.commitment)) return "secret";
    const wrong = this.compareNonces(proof) ?? this.compareShares(proof);
    if (wrong) return wrong;
    const known = await chain(proof, secret, committed);
    if (!known) return "chain";
    if (!heads.every((head) => known.has(head))) return "head";
    if (!heads.length) return "nothing";
    if (![...proof.nonces.values()].some(({ by }) => by === "player")) return "word";
    return "right";
  }

  /**
   * Check that the proof has exactly the nonces this browser sent for its seats.
   * @param {Proof} proof
   * @returns {Verdict | null}
   */
  compareNonces(proof) {
    const { nonces, seats } = this.stored;
    for (const seat of seats) {
      const claimed = proof.nonces.get(seat);
      const brought = nonces[seat];
      if (brought && (claimed?.by !== "player" || claimed.nonce !== brought)) return "nonce";
      if (!brought && claimed?.by === "player") return "foreign";
    }
    return null;
  }

  /**
   * Check that the contributions are those announced at the table, and that bots contribute as bots.
   * @param {Proof} proof
   * @returns {Verdict | null}
   */
  compareShares(proof) {
    const { house, shares } = this.stored;
    for (const [seat, { by, nonce }] of proof.nonces) {
      if ((by === "player") !== Boolean(nonce)) return "shares";
      if (house && house.includes(seat) !== (by === "house")) return "shares";
      if (shares && shares[seat] && shares[seat] !== by) return "shares";
    }
    return null;
  }

  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.stored));
      deleteOldest();
    } catch {
      // Storage is full or disabled: fewer checks are possible at the end.
    }
  }
}

/**
 * Recompute the hash chain of a proof. Returns all heads, or null if an entry does not match.
 * @param {Proof} proof
 * @param {Uint8Array} secret
 * @param {Uint8Array} committed
 */
async function chain(proof, secret, committed) {
  const key = await crypto.subtle.importKey("raw", plain(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const nonces = [...proof.nonces].flatMap(([seat, { nonce }]) => [seat, bytes(nonce)]);
  let head = await digest("gaslamp chain 3", proof.game, ...proof.terms, committed, ...nonces);
  const known = new Set([hex(head)]);
  for (const [number, entry] of proof.entries.entries()) {
    const salt = new Uint8Array(await crypto.subtle.sign("HMAC", key, framed(["gaslamp salt", proof.game, `${number}`])));
    const commitment = await digest("gaslamp entry", proof.game, `${number}`, salt, entry.text);
    head = await digest("gaslamp head", head, commitment);
    const claimed = [entry.salt, entry.commitment, entry.head];
    if (claimed.join() !== [salt, commitment, head].map(hex).join()) return null;
    known.add(hex(head));
  }
  return known;
}

/**
 * Parse the proof in a record; null if it has none.
 * @param {string} record
 * @returns {Proof | null}
 */
function parse(record) {
  const lines = record.split("\n");
  const at = lines.indexOf(FIRST_LINE);
  if (at < 0) return null;
  const game = header(lines);
  const proof = header(lines.slice(at));
  const nonces = new Map(
    (proof.get("nonces") ?? "").split("; ").map((pair) => {
      const [seat = "", claimed = ""] = pair.split("=");
      const [by = "", nonce = ""] = claimed.split(" ");
      return [seat, { by, nonce }];
    }),
  );
  const entries = lines.slice(at + 1 + proof.size + 1).filter(Boolean).map((line) => {
    const [salt = "", commitment = "", head = "", ...text] = line.split(" ");
    return { salt, commitment, head, text: text.join(" ") };
  });
  const agreed = ["title", "rules", "options"].map((name) => game.get(name) ?? "");
  agreed.push(...["clock", "bots", "hints", "prefix"].map((name) => proof.get(name) ?? ""));
  return {
    terms: agreed,
    game: proof.get("game") ?? "",
    commitment: proof.get("commitment") ?? "",
    secret: proof.get("secret") ?? "",
    nonces,
    entries,
  };
}

/**
 * Parse the fields of a header. The first line is its title.
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
 * Concatenate parts, each preceded by its length.
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
 * @returns {Partial<Stored>}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Delete the oldest games. */
function deleteOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  if (keys.length <= MAX_GAMES) return;
  const oldest = keys.map((key) => ({ key, at: read(key).at ?? 0 })).sort((a, b) => a.at - b.at);
  for (const { key } of oldest.slice(0, -MAX_GAMES)) localStorage.removeItem(key);
}
