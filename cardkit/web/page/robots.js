/* What robots are called, and how well they play. The server tells the levels, and which names belong
   to each. Pure; how a robot looks is in robot_faces.js. */

const PREFIX = "robot-";
/** The level of who has chosen none. */
export const USUAL = "normal";

/** Whether this is the name of a robot; no person may be called so. */
export function isRobot(name) {
  return name.startsWith(PREFIX);
}

/** A name as it is shown: a robot's own, or its number where it has none. */
export function calledIn(t) {
  return (name) => {
    if (!isRobot(name)) return name;
    const own = ownName(name);
    return /^\d*$/.test(own) ? t("robot {number}", { number: own }) : own[0].toUpperCase() + own.slice(1);
  };
}

function ownName(name) {
  return name.slice(PREFIX.length);
}

/** The level that a robot belongs to by its name; nothing for one that only keeps a seat. */
export function levelOf(name, levels) {
  return levels.find(({ names }) => names.includes(ownName(name)));
}

/** What tells robots apart that play equally well: the place of the name among those of its level. */
export function numberOf(name, levels) {
  const own = ownName(name);
  const place = levelOf(name, levels)?.names.indexOf(own);
  return place ?? [...own].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 0);
}
