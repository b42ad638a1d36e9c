import type { PluginDetail } from '@stoa/contract/features/plugins'
import { compareVersions } from '@stoa/plugin-kit/versions'

/** The version before the current one. */
export function findFormerVersion({
  version,
  versions,
}: Pick<PluginDetail, 'version' | 'versions'>) {
  return versions
    .map((stored) => stored.version)
    .filter((stored) => compareVersions(stored, version) < 0)
    .toSorted(compareVersions)
    .at(-1)
}
