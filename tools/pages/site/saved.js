// The saved chunks of the data folder, in IndexedDB.

const STORE = "chunks";

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

export class Saved {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
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
    return new Map(keys.result.map((key, index) => [String(key), values.result[index]]));
  }

  /** Write all changes or none. @param {Map<string, Uint8Array | undefined>} changes */
  async write(changes) {
    const transaction = this.database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    for (const [name, chunk] of changes) {
      if (chunk) store.put(chunk, name);
      else store.delete(name);
    }
    await done(transaction);
  }

  /** Replace everything. @param {Map<string, Uint8Array>} chunks */
  async replace(chunks) {
    const transaction = this.database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    store.clear();
    for (const [name, chunk] of chunks) store.put(chunk, name);
    await done(transaction);
  }
}
