import { after } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { readDemoContent } from './demo.content.ts'
import { ensureDemoContent } from './ensure.actions.ts'

export const demoFeature: Feature = {
  name: 'demo',
  listeners: [
    after('site.demo_requested', 'fill', async (ctx) => {
      await ensureDemoContent(ctx, await readDemoContent())
    }),
  ],
}
