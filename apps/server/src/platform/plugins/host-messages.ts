// What the site and the process of a plugin say to each other.
import type { Manifest } from '@stoa/plugin-kit/manifest'
import { z } from 'zod'
import type { PluginCaller, PluginHook } from '../../kernel/plugins.ts'
import type { PluginValues } from '@stoa/contract/plugin-fields'

export type CallMessage = {
  type: 'call'
  id: number
  hook: PluginHook
  input: unknown
  kit: {
    site: { name: string; url: string }
    settings: PluginValues
    locale: string
    viewer: PluginCaller['viewer']
  }
}

export type ToHost =
  | { type: 'start'; file: string; messages: Manifest['messages']; hasSockets: boolean }
  | CallMessage
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'answer'; id: number; error: string }
  | { type: 'ping' }

/** Of the functions of the kit that the site implements. */
export const requestNames = [
  'userSettings',
  'storage.get',
  'storage.set',
  'storage.delete',
  'storage.list',
  'fetch',
  'rebuildSearch',
  'api.read',
  'api.asUser',
] as const
export type RequestName = (typeof requestNames)[number]

const id = z.number().int()
const text = z.string()

/** Checked: the process runs code of strangers. */
export const FromHost = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('failed'), message: text }),
  z.object({ type: z.literal('result'), id, value: z.unknown() }),
  z.object({ type: z.literal('error'), id, message: text, isRejection: z.boolean() }),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('request'),
    id,
    call: id,
    name: z.enum(requestNames),
    args: z.array(z.unknown()).max(5),
  }),
  z.object({ type: z.literal('log'), level: z.enum(['info', 'warn', 'error']), text }),
])
export type FromHost = z.output<typeof FromHost>
