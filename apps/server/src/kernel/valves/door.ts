/** At most so many rounds are spent on those who come before work goes on. */
const mostRounds = 40
/** A connection is taken in one round and read in the next: only two empty ones mean that nobody is left. */
const quietRounds = 2

/**
 * Sees who comes. The event loop takes one connection in each round, and a round may hold several renders: a hundred
 * people would stand outside for seconds before they could even be turned away. So before more work is begun, the
 * loop goes round until everyone outside has come in.
 */
export function watchDoor() {
  let arrivals = 0
  let isWatched = false

  function whenQuiet(proceed: () => void) {
    if (isWatched) return
    isWatched = true
    let rounds = 0
    let quiet = 0
    const look = () => {
      quiet = arrivals === 0 ? quiet + 1 : 0
      arrivals = 0
      if (quiet < quietRounds && rounds++ < mostRounds) return void setImmediate(look)
      isWatched = false
      proceed()
    }
    setImmediate(look)
  }

  return { note: () => void arrivals++, whenQuiet }
}
