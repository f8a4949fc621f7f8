/* When the page takes a silent server for gone: prints what its connection does in a minute of
   silence, by a clock and over a socket of ours. `node silence.mjs FOLDER table|lobby` */

import "../page_modules.mjs";

let now = 0;
let tick = null;
const told = [];
const note = (what) => told.push([now / 1000, what]);
Object.assign(globalThis, {
  performance: { now: () => now },
  setInterval: (act) => (tick = act),
  clearInterval: () => {},
  setTimeout: () => note("dials again"),
  clearTimeout: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  document: { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {} },
});
const { Connection } = await import("cardkit/connection");

class Socket {
  readyState = 1;
  send(text) {
    if (JSON.parse(text)[1] === "PING") note("PING");
  }
  close() {
    this.readyState = 3;
    note("hangs up");
  }
}

function wait(seconds, answers) {
  for (const end = now + seconds * 1000; now < end; ) {
    now += 500;
    tick();
    if (answers) connection.socket?.onmessage({ data: JSON.stringify([[connection.pinging, "OK", "PONG", 1]]) });
  }
}

const socket = new Socket();
const connection = new Connection("ws://x", { tell() {}, notice() {}, open: () => socket });
connection.resume("token", process.argv[3] === "table" ? 7 : null);
socket.onopen();
socket.onmessage({ data: JSON.stringify([[connection.resuming, "OK", "RESUME", "ann"], [connection.pinging, "OK", "PONG", 1]]) });
told.length = 0;
wait(60, true);
const whileItAnswers = told.some(([, what]) => what !== "PING");
told.length = 0;
now = 0;
socket.onmessage({ data: JSON.stringify([["HOST", "hello"]]) });
wait(60, false);
console.log(JSON.stringify({ whileItAnswers, told }));
