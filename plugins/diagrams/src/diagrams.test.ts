import { createTestKit } from '@stoa/plugin-kit/testing'
import { expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

it('shows the source until it is drawn', async () => {
  const pieces = [{ kind: 'fence', language: 'mermaid', source: 'graph TD\nA-->B\n' }] as const
  const [html] = (await plugin.render?.(pieces, createTestKit({ manifest }))) ?? []
  expect(String(html)).toBe(
    '<pre class="plugin-diagrams"><code class="language-mermaid">graph TD\nA--&gt;B\n</code></pre>',
  )
})
