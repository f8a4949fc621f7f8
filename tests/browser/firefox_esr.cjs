// Loaded into Playwright's driver, which drives Firefox by WebDriver BiDi and expects commands that the
// long-term release does not know yet. None is needed for what the tests do: a harmless one is sent instead.
const unknown = /^(emulation\..*|browser\.setDownloadBehavior|network\.addDataCollector)$/;
const stringify = JSON.stringify;
JSON.stringify = (value, ...more) =>
  stringify(unknown.test(value?.method) ? { ...value, method: "session.status", params: {} } : value, ...more);
