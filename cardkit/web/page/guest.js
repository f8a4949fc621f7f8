/* The names of guests, and one for who wants to play before saying any. */

const PREFIX = "guest-";

const MANNERS = "amber brave brisk calm clever copper early fair gentle golden happy jolly keen kind lucky merry mild neat noble quick quiet rosy ruby silver sunny swift tidy violet warm witty young zesty".split(" ");
const ANIMALS = "badger bear beaver crane dove duck finch fox frog gull hare heron koala lark lynx magpie mole moose newt otter owl panda pika puffin raven robin seal swan tapir tiger wolf wren".split(" ");

/** Two words, which are hardly ever taken. */
export function guestName(random = Math.random) {
  const any = (words) => words[Math.floor(random() * words.length)];
  return `${any(MANNERS)}-${any(ANIMALS)}`;
}

/** Whether this is the name of a guest, and not of an account. */
export function isGuest(name) {
  return name.startsWith(PREFIX);
}

/** What a guest is called without the sign of one. */
export function plainName(name) {
  return isGuest(name) ? name.slice(PREFIX.length) : name;
}
