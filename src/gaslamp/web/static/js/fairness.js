/**
 * Keeps what the server committed itself to, and compares it in the end with what it shows. It knows no rules: whether
 * the draws follow from the secret is for `gaslamp verify` to say. The formats are those of docs/fairness.md.
 */

/**
 * What this browser was told of a game, and what it added to its draws.
 * @typedef {object} Kept
 * @property {string} commitment
 * @property {string} nonce
 * @property {string[]} heads
 * @property {number} at when it was kept
 *
 * @typedef {object} Proof
 * @property {string[]} terms title, version of the rules, options
 * @property {string} game
 * @property {string} commitment
 * @property {string} secret
 * @property {[seat: string, nonce: string][]} nonces
 * @property {{salt: string, commitment: string, head: string, text: string}[]} entries
 *
 * @typedef {"right" | "nothing" | "none" | "insecure" | "secret" | "nonce" | "chain" | "head"} Verdict
 */

const KEY = "fairness ";
const MOST = 20; // games of which something is kept
const FIRST_LINE = "gaslamp proof 1";

/** What one browser keeps of one table. */
export class Keeper {
  /** @param {string} table */
  constructor(table) {
    this.key = KEY + table;
    /** @type {Kept} */
    this.kept = { commitment: "", nonce: "", heads: [], at: Date.now(), ...read(this.key) };
  }

  /**
   * Give this browser's nonce, made only now that the server is bound by its commitment.
   * @param {string} commitment
   */
  nonce(commitment) {
    this.kept = { ...this.kept, ...read(this.key) }; // another tab may have made it
    this.kept.commitment ||= commitment;
    this.kept.nonce ||= hex(crypto.getRandomValues(new Uint8Array(32)));
    this.write();
    return this.kept.nonce;
  }

  /**
   * Keep what a table tells.
   * @param {string} commitment
   * @param {string} head
   */
  keep(commitment, head) {
    if (!head || this.kept.heads.at(-1) === head) return;
    this.kept.commitment ||= commitment;
    this.kept.heads.push(head);
    this.write();
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
    const { commitment, nonce, heads } = this.kept;
    const secret = bytes(proof.secret);
    const committed = await digest("gaslamp secret", proof.game, secret);
    if (proof.commitment !== hex(committed) || (commitment && commitment !== proof.commitment)) return "secret";
    if (nonce && !proof.nonces.some(([, one]) => one === nonce)) return "nonce";
    const known = await chain(proof, secret, committed);
    if (!known) return "chain";
    if (!heads.every((head) => known.has(head))) return "head";
    return heads.length ? "right" : "nothing";
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
  const nonces = proof.nonces.flatMap(([seat, nonce]) => [seat, bytes(nonce)]);
  let head = await digest("gaslamp chain", proof.game, ...proof.terms, committed, ...nonces);
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
  const at = lines.indexOf(FIRST_LINE);
  if (at < 0) return null;
  const game = header(lines);
  const proof = header(lines.slice(at));
  const nonces = (proof.get("nonces") ?? "").split("; ").map((pair) => {
    const [seat = "", nonce = ""] = pair.split("=");
    return /** @type {[string, string]} */ ([seat, nonce.split(" ")[1] ?? ""]);
  });
  const entries = lines.slice(at + 1 + proof.size + 1).filter(Boolean).map((line) => {
    const [salt = "", commitment = "", head = "", ...text] = line.split(" ");
    return { salt, commitment, head, text: text.join(" ") };
  });
  return {
    terms: ["title", "rules", "options"].map((name) => game.get(name) ?? ""),
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
