import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

/** Runs code in a process that only the image process could keep alive. */
async function runInNewProcess(code: string) {
  const source = JSON.stringify(new URL('images.ts', import.meta.url).href)
  const program = `const { openImages } = await import(${source})
    const images = openImages({ image_cpu_seconds: 10, image_memory_mb: 512 })
    const run = () => images.run({ name: 'unknown' }, null, 'somebody').catch((error) => error)
    ${code}`
  const args = ['--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit') as Promise<[exitCode: number | null]>
  const [output, [exitCode]] = await Promise.all([text(child.stdout), exited])
  return { output: output.trim(), code: exitCode }
}

describe('the image process', () => {
  it('keeps the server alive while it runs a job or closes, but not while it is idle', async () => {
    const closed = await runInNewProcess(`console.log(String(await run()).split('\\n')[0])
      await images.close()
      console.log('closed')`)
    expect(closed).toEqual({
      output: expect.stringMatching(/unknown image job: unknown\nclosed$/) as string,
      code: 0,
    })
    expect(await runInNewProcess(`await run()`)).toEqual({ output: '', code: 0 })
  }, 60_000)
})
