// Loaded into Playwright's driver, which drives Firefox by WebDriver BiDi, for two things that fail there.
const stringify = JSON.stringify;
JSON.stringify = (value, ...more) => stringify(value?.method ? changed(value) : value, ...more);

/** Commands that the long-term release does not know; a harmless one does for what the tests need. */
const UNKNOWN = /^(emulation\..*|browser\.setDownloadBehavior|network\.addDataCollector)$/;
const EVALUATE = "(utilityScript, ...args) => utilityScript.evaluate(...args)";

function changed({ method, params, ...message }) {
  if (UNKNOWN.test(method)) return { ...message, method: "session.status", params: {} };
  if (method !== "script.callFunction" || params.functionDeclaration !== EVALUATE) return { ...message, method, params };
  return { ...message, method, params: { ...params, functionDeclaration: evaluating(params.arguments[3].value) } };
}

/** The policy of the page forbids `eval`, which is asked of this object; what it would get stands in the code. */
function evaluating(expression) {
  const typing = /window\.__pw_bidiInsertText\((\w+)\)/; // is not there either, as it came by `eval`
  const code = expression.replace(typing, 'void document.execCommand("insertText", false, $1)').replace(/;\s*$/, "");
  return `(utilityScript, ...args) =>
    Object.create(utilityScript, { global: { value: { eval: () => (${code}\n) } } }).evaluate(...args)`;
}
