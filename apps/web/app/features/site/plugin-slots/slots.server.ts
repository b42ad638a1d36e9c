import { toDisplayHtml } from '@stoa/markdown/display'
import { hostContext, visitContext, type LoadContext } from '../../../kernel/context.server.ts'
import type { SlotRequest } from '../../../kernel/host-request.ts'
import type { SlotHtml } from '../../../kernel/visit.ts'
import { slotKey } from './slot-html.ts'

/** HTML of plugins for the slots of a screen, to be spread into its data: nothing where nothing fills them. */
export async function loadSlots(
  context: LoadContext,
  requests: readonly SlotRequest[],
): Promise<{ slots?: SlotHtml }> {
  const { plugins } = context.get(hostContext)
  if (plugins === null) return {}
  const { locale, showsExternalImages } = context.get(visitContext)
  const entries = await Promise.all(
    requests.map(async (request) => {
      const parts = await plugins.slot(request, locale)
      const shown = parts.map(({ plugin, html }) => ({
        plugin,
        html: toDisplayHtml(html, showsExternalImages),
      }))
      return [slotKey(request.name, request.props), shown] as const
    }),
  )
  const filled = entries.filter(([, parts]) => parts.length > 0)
  return filled.length === 0 ? {} : { slots: Object.fromEntries(filled) }
}
