import { setPluginConfig } from '@stoa/contract/features/plugins'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { SignInRedirect } from '@stoa/plugin-kit/connector'
import { asc, eq } from 'drizzle-orm'
import { join } from 'node:path'
import { packPlugin } from '../../../../scripts/build/plugins.ts'
import { rootDir } from '../../../../scripts/services/ports.ts'
import { aPlugin } from '../../src/features/admin/plugins/plugins.factory.ts'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { PluginRejection } from '../../src/kernel/plugins.ts'
import { pluginLog } from '../../src/schema/plugins.ts'
import { patiently, visitor } from '../plugins.ts'
import type { TestSite } from '../site.ts'

export type Started = SignInRedirect & { state: string }

/** A plugin of this repository on a site, in its own process. */
export async function aLoginPlugin(site: TestSite, slug: string) {
  await aPlugin(site.ctx, await packPlugin(join(rootDir, 'plugins', slug)))
  const { token } = await aUser(site.ctx, { role: 'admin' })
  const callbackUrl = `http://localhost:3000/answer/api/v1/connector/redirect/${slug}`
  let logins = 0
  return {
    callbackUrl,
    configure: (config_fields: PluginValues) =>
      patiently(() =>
        site.as(token).call(setPluginConfig, { plugin_slug_name: slug, config_fields }),
      ),
    async start(): Promise<Started> {
      const state = `state-of-login-${++logins}`
      const started = await patiently(() =>
        site.ctx.plugins.call(slug, 'startSignIn', { callbackUrl, state }, visitor),
      )
      return { ...started, state }
    },
    finish: (
      { memory, state }: Started,
      parameters: Record<string, string>,
      method: 'GET' | 'POST' = 'GET',
    ) =>
      patiently(() => {
        const response = { callbackUrl, state, memory, method, parameters }
        return site.ctx.plugins.call(slug, 'finishSignIn', response, visitor)
      }),
    async readLog() {
      const lines = await site.db
        .select()
        .from(pluginLog)
        .where(eq(pluginLog.slug, slug))
        .orderBy(asc(pluginLog.id))
      return lines.map(({ message }) => message)
    },
  }
}

/** The message of a rejection. Anything else fails the test. */
export async function rejectionMessage(work: Promise<unknown>): Promise<string> {
  const result = await work.then(
    (value) => new Error(`was accepted: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (result instanceof PluginRejection) return result.message
  throw result
}
