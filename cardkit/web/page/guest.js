/* A name for who wants to play before saying one. */

const MANNERS = "amber brave brisk calm clever copper early fair gentle golden happy jolly keen kind lucky merry mild neat noble quick quiet rosy ruby silver sunny swift tidy violet warm witty young zesty".split(" ");
const ANIMALS = "badger bear beaver crane dove duck finch fox frog gull hare heron koala lark lynx magpie mole moose newt otter owl panda pika puffin raven robin seal swan tapir tiger wolf wren".split(" ");

/** Two words, which are hardly ever taken. */
export function guestName(random = Math.random) {
  const any = (words) => words[Math.floor(random() * words.length)];
  return `${any(MANNERS)}-${any(ANIMALS)}`;
}
