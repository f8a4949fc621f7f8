/* To come in with a key instead of a password: what `cardkit keygen` wrote signs the challenge of
   the server. The key is read in the browser and goes nowhere. */

import { Refused } from "cardkit/connection";
import { signed } from "cardkit/identity";

const PEM = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;

/** What signs challenges with the key in this file. */
export async function signerOf(file) {
  const key = await importKey(PEM.exec(await file.text())?.[1]);
  return (challenge) => signed(key, challenge);
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
