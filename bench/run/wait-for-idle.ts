import { readFileSync } from 'node:fs'

const idleLimit = { seconds: 20, maxBusy: 0.2 }

/** Waits a limited time for the machine to be idle. Returns the busy share. */
export async function waitForIdle(): Promise<number> {
  let busy = 1
  for (let second = 0; second < idleLimit.seconds && busy > idleLimit.maxBusy; second++) {
    const before = readTimes()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const after = readTimes()
    busy = 1 - (after.idle - before.idle) / (after.all - before.all)
  }
  return busy
}

/** CPU ticks since boot. */
function readTimes() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const fields = line.split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0] = fields
  return { idle: idle + waiting, all: fields.reduce((sum, ticks) => sum + ticks, 0) }
}
