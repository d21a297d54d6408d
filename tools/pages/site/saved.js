// The saved chunks of the data folder, in IndexedDB, and all of them as one file.

const STORE = "chunks";
const VERSION = "version"; // counts replacements; chunks have a slash in their names
const MAGIC = "gaslamp games 1";

/** @param {string} name of the database @returns {Promise<IDBDatabase>} */
function open(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** The chunks were replaced by another tab: what runs on the old ones must not write. */
export class Replaced extends Error {}

export class Saved {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.version = 0;
  }

  /** @param {string} name */
  static async open(name) {
    return new Saved(await open(name));
  }

  /** @returns {Promise<Map<string, Uint8Array>>} */
  async read() {
    const transaction = this.database.transaction(STORE);
    const store = transaction.objectStore(STORE);
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await done(transaction);
    const chunks = new Map(keys.result.map((key, index) => [String(key), values.result[index]]));
    this.version = chunks.get(VERSION) ?? 0;
    chunks.delete(VERSION);
    return chunks;
  }

  /** Write all changes or none. Throws Replaced. @param {Map<string, Uint8Array | undefined>} changes */
  async write(changes) {
    const transaction = this.database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const version = store.get(VERSION);
    /** @type {unknown} */
    let problem = null;
    version.onsuccess = () => {
      try {
        if ((version.result ?? 0) !== this.version) throw new Replaced();
        for (const [name, chunk] of changes) {
          if (chunk) store.put(chunk, name);
          else store.delete(name);
        }
      } catch (error) {
        problem = error;
        transaction.abort();
      }
    };
    await done(transaction).catch((error) => Promise.reject(problem ?? error));
  }

  /** Replace everything. @param {Map<string, Uint8Array>} chunks */
  async replace(chunks) {
    const transaction = this.database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    store.clear();
    store.put(Date.now(), VERSION);
    for (const [name, chunk] of chunks) store.put(chunk, name);
    await done(transaction);
  }
}

/** @param {Map<string, Uint8Array>} chunks @returns {Promise<Blob>} */
export async function toFile(chunks) {
  const sizes = [...chunks].map(([name, chunk]) => [name, chunk.length]);
  const head = `${MAGIC}\n${JSON.stringify(sizes)}\n`;
  const plain = new Blob([head, .../** @type {BlobPart[]} */ ([...chunks.values()])]);
  return new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

/** Return the chunks of a file. Throws if it is damaged. @param {Blob} file @returns {Promise<Map<string, Uint8Array>>} */
export async function fromFile(file) {
  const content = await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const bytes = new Uint8Array(content);
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  const [magic, sizes] = [bytes.subarray(0, first), bytes.subarray(first + 1, second)].map((part) => new TextDecoder().decode(part));
  if (magic !== MAGIC || second < 0) throw new Error("not a file of saved games");
  const chunks = new Map();
  let at = second + 1;
  for (const [name, size] of JSON.parse(sizes ?? "")) {
    if (!/^[\w.-]+\/\d+$/.test(name) || !(size > 0)) throw new Error("damaged");
    chunks.set(name, bytes.slice(at, (at += size)));
  }
  if (at !== bytes.length || chunks.size === 0) throw new Error("damaged");
  return chunks;
}
