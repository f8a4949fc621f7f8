/* To come in with a key instead of a password: what `cardkit keygen` wrote signs the challenge of
   the server. The key is read in the browser and goes nowhere. */

import { Refused } from "cardkit/connection";
import { fromHex, toHex } from "cardkit/hashes";

const PEM = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;
const SAID = new TextEncoder().encode("cardkit-enter:");

/** What signs challenges with the key in this file. */
export async function signerOf(file) {
  const key = await importKey(PEM.exec(await file.text())?.[1]);
  return async (challenge) => {
    const said = new Uint8Array([...SAID, ...fromHex(challenge)]);
    return toHex(new Uint8Array(await crypto.subtle.sign("Ed25519", key, said)));
  };
}

async function importKey(body) {
  if (!body) throw new Refused("BAD_KEY");
  try {
    const bytes = Uint8Array.from(atob(body.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
    return await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", false, ["sign"]);
  } catch (wrong) {
    throw new Refused(wrong.name === "NotSupportedError" ? "CANNOT_SIGN" : "BAD_KEY");
  }
}
