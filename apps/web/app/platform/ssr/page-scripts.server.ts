import type { EntryContext } from 'react-router'
import { collectHandoff } from '../../framework-internals/router-handoff.server.ts'
import type { HostRequest } from '../../kernel/host-request.ts'
import { hydrateImmediately } from '../../kernel/hydration.ts'
import type { Visit } from '../../kernel/visit.ts'
import { toInlineJson, type Boot, type PageScripts } from '../boot/boot.tsx'
import loaderSource from '../boot/loader.js?raw'

/** Without comments and indentation. */
export const loader = loaderSource
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

export async function collectPageScripts(
  entry: EntryContext,
  hostRequest: HostRequest,
  visit: Visit,
): Promise<PageScripts> {
  const { staticHandlerContext } = entry
  const { handoff, modules } = await collectHandoff(entry)
  const isMember = hostRequest.audience === 'member'
  // Submitting a form counts as interaction.
  const shouldHydrateNow =
    isMember ||
    staticHandlerContext.actionData !== null ||
    staticHandlerContext.matches.some(({ route }) => route.handle === hydrateImmediately)
  const boot: Boot = {
    ...handoff,
    when: shouldHydrateNow ? 'now' : 'intent',
    locale: visit.locale,
    preload: isMember ? [] : modules,
    visit: staticHandlerContext.errors === null ? null : visit,
  }
  const imports = hostRequest.plugins?.importMap ?? null
  return {
    boot: toInlineJson(boot),
    nonce: isMember ? hostRequest.nonce : undefined,
    loader,
    importMap: imports === null ? null : toInlineJson({ imports }),
    preload: isMember ? modules : [],
  }
}
