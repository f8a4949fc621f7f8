/* The key of this browser: with it a guest's name is kept for whoever has the browser. It is made
   here, and never leaves; a browser that cannot make or keep one is a guest without. */

import { fromHex, hasCrypto, toHex } from "cardkit/hashes";

const SAID = new TextEncoder().encode("cardkit-enter:");
const PLACE = "keys";
const OWN = "own";

/** The signature of a challenge, as servers want it. */
export async function signed(key, challenge) {
  const said = new Uint8Array([...SAID, ...fromHex(challenge)]);
  return toHex(new Uint8Array(await crypto.subtle.sign("Ed25519", key, said)));
}

/** What proves who one is: the public key in hex, and what signs challenges; null where there is none. */
export async function ownKey() {
  if (!hasCrypto()) return null;
  try {
    const db = await opened();
    const { privateKey, publicKey } = (await kept(db)) ?? (await made(db));
    const publicHex = toHex(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
    return { publicHex, sign: (challenge) => signed(privateKey, challenge) };
  } catch {
    return null; // no such keys here, or nothing may be kept
  }
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
  return (await kept(db)) ?? pair;
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
