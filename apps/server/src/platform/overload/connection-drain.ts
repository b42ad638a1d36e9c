/** How many event loop iterations may pass before work continues although connections keep arriving. */
const maxIterations = 40
/** A connection is accepted in one iteration and read in the next, so one idle iteration proves nothing. */
const requiredIdleIterations = 2

/**
 * Lets the event loop accept pending connections before more work starts. It accepts one connection per iteration, and an
 * iteration may contain several renders: under load, connections would wait seconds before they could even be rejected.
 */
export function createConnectionDrain() {
  let arrivals = 0
  let isDraining = false

  function whenDrained(proceed: () => void) {
    if (isDraining) return
    isDraining = true
    let iterations = 0
    let idleIterations = 0
    const check = () => {
      idleIterations = arrivals === 0 ? idleIterations + 1 : 0
      arrivals = 0
      if (idleIterations < requiredIdleIterations && iterations++ < maxIterations)
        return void setImmediate(check)
      isDraining = false
      proceed()
    }
    setImmediate(check)
  }

  return { recordArrival: () => void arrivals++, whenDrained }
}
