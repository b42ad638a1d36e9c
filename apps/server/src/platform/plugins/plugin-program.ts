import type { Manifest } from '@stoa/plugin-kit/manifest'
import type { PluginProgram } from './plugin-process.ts'

/** What runs in the process of a plugin. */
export function toProgram(manifest: Manifest, folder: string): PluginProgram {
  const { server, messages, permissions } = manifest
  const hasSockets = permissions.sockets.length > 0
  const isUrgent = server?.fileStore === true
  return { folder, file: server?.file ?? '', messages, hasSockets, isUrgent }
}
