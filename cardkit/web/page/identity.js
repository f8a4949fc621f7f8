/* The key of this browser: with it a guest's name is kept for whoever has the browser. It is made
   here, and never leaves; a browser that cannot make or keep one is a guest without. */

import { fromHex, hasCrypto, toHex } from "cardkit/hashes";

const SAID = new TextEncoder().encode("cardkit-enter:");
const PLACE = "keys";
const OWN = "own";
const SOON = 3_000;

/** The signature of a challenge, as servers want it. */
export async function signed(key, challenge) {
  const said = new Uint8Array([...SAID, ...fromHex(challenge)]);
  return toHex(new Uint8Array(await crypto.subtle.sign("Ed25519", key, said)));
}

/** What proves who one is: the public key in hex, and what signs challenges; null where there is none. */
export async function ownKey() {
  if (!hasCrypto()) return null;
  try {
    const { privateKey, publicKey } = await soon(keptOrMade());
    const publicHex = toHex(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
    return { publicHex, sign: (challenge) => signed(privateKey, challenge) };
  } catch {
    return null; // no such keys here, or nothing may be kept
  }
}

async function keptOrMade() {
  const db = await opened();
  return (await kept(db)) ?? (await made(db));
}

/** Some browsers never answer where nothing may be kept. */
function soon(promise) {
  return Promise.race([promise, new Promise((_, fail) => setTimeout(fail, SOON))]);
}

function opened() {
  const asked = indexedDB.open("cardkit", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(PLACE);
  return settled(asked);
}

function kept(db) {
  return settled(db.transaction(PLACE).objectStore(PLACE).get(OWN));
}

/** A new key, whose secret half no script can read; of two windows that make one the first has made it. */
async function made(db) {
  const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  const writing = db.transaction(PLACE, "readwrite");
  await settled(writing.objectStore(PLACE).add(pair, OWN)).catch(() => null);
  return kept(db); // a key that is gone with the page would lock its owner out of the name
}

function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      fail(request.error);
    };
  });
}
