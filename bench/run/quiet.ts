import { readFileSync } from 'node:fs'

const patience = { seconds: 20, busyPart: 0.2 }

/** Waits until the machine has little to do, for some seconds at most; gives how busy it is. */
export async function untilQuiet(): Promise<number> {
  let busy = 1
  for (let second = 0; second < patience.seconds && busy > patience.busyPart; second++) {
    const before = readTimes()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const after = readTimes()
    busy = 1 - (after.idle - before.idle) / (after.all - before.all)
  }
  return busy
}

/** Ticks of all processors since the machine was started. */
function readTimes() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const fields = line.split(/\s+/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0] = fields
  return { idle: idle + waiting, all: fields.reduce((sum, ticks) => sum + ticks, 0) }
}
