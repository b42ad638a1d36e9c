import { roles } from '@stoa/contract/access'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import {
  type PluginCaller,
  PluginFailure,
  type PluginHook,
  type PluginHooks,
  PluginRejection,
} from '../../../kernel/plugins.ts'
import type { Caller } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'

const roleNames = {
  [roles.user]: 'user',
  [roles.admin]: 'admin',
  [roles.moderator]: 'moderator',
} as const

export function toPluginCaller({ locale, token, ip }: Caller, actor: Actor | null): PluginCaller {
  const viewer = actor && {
    id: actor.id,
    username: actor.account?.username ?? '',
    role: roleNames[actor.roleId],
  }
  return { locale, token: actor === null ? null : token, ip, viewer }
}

type Call<Hook extends PluginHook> = {
  slug: string
  hook: Hook
  input: PluginHooks[Hook]['input']
  caller: PluginCaller
}

/** Fails with the plugin's own message, or with one that says where to look. */
export async function callForUser<Hook extends PluginHook>(
  ctx: Context,
  { slug, hook, input, caller }: Call<Hook>,
): Promise<PluginHooks[Hook]['result']> {
  try {
    return await ctx.plugins.call(slug, hook, input, caller)
  } catch (error) {
    if (error instanceof PluginRejection)
      return fail('plugin.rejected', { values: { message: error.message } })
    return failAsPlugin(error)
  }
}

export function failAsPlugin(error: unknown): never {
  if (error instanceof PluginFailure) fail('plugin.failed')
  throw error
}
