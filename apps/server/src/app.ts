import { keyPrefix } from '@stoa/contract/key-scopes'
import type { FastifyInstance } from 'fastify'
import { identifyKey } from './features/people/api-keys/identify-key.ts'
import { rememberSessions } from './features/people/auth/remembered-sessions.ts'
import { identify } from './features/people/auth/sessions.ts'
import { captchaGuard } from './features/site/captcha/captcha-guard.ts'
import { mounts, routes } from './features.ts'
import type { PlatformContext } from './platform/context.ts'
import { type Guards, createAuthorize, createDispatch } from './platform/http/dispatch.ts'
import { mountEventStreams } from './platform/http/event-streams.ts'
import { mountHealth, type Readiness } from './platform/http/health.ts'
import { createHttpServer, mountEndpoints } from './platform/http/http.ts'
import { mountOpenApi } from './platform/http/open-api.ts'
import { mountInstallGate } from './platform/install/install-gate.ts'
import { mountOverloadProtection } from './platform/overload/mount.ts'
import { connectPlugins } from './plugin-services.ts'
import { AppError } from './kernel/errors.ts'
import type { Dispatch, Identify } from './kernel/route.ts'

type AppOptions = {
  readiness: Readiness
  /** Without it only the API is served. */
  mountPages?: (
    app: FastifyInstance,
    ctx: PlatformContext,
    dispatch: Dispatch,
    identify: Identify,
  ) => Promise<void>
}

export async function createApp(
  ctx: PlatformContext,
  options: AppOptions,
): Promise<FastifyInstance> {
  const app = await createHttpServer(ctx)
  const { recordSession, withoutPermit } = mountOverloadProtection(app, ctx)
  mountEventStreams(app, ctx)
  // Used for every session lookup, so that forged sessions always lower the sender's priority.
  const findRemembered = ctx.setup === null ? rememberSessions(ctx) : null
  const identifyAndRecord: Identify = async (_ctx, token, ip, isPolled = false) => {
    if (ctx.setup !== null) return null
    const find = isPolled && findRemembered !== null ? findRemembered : identify
    try {
      const isKey = token.startsWith(keyPrefix)
      const actor = await (isKey ? identifyKey(ctx, token, ip) : find(ctx, token))
      recordSession(token, ip, actor?.id ?? null)
      return actor
    } catch (error) {
      if (error instanceof AppError) recordSession(token, ip, null)
      throw error
    }
  }
  const guards: Guards = { identify: identifyAndRecord, captcha: captchaGuard }
  const dispatch = createDispatch(ctx, routes, guards)
  connectPlugins(ctx, dispatch)
  mountInstallGate(app, ctx)
  mountHealth(app, ctx, options.readiness)
  mountEndpoints(
    app,
    ctx,
    routes.map(({ endpoint }) => endpoint),
    { dispatch, authorize: createAuthorize(ctx, guards), withoutPermit },
  )
  mountOpenApi(app)
  if (ctx.setup === null) for (const mount of mounts) mount(app, ctx, identifyAndRecord, dispatch)
  await options.mountPages?.(app, ctx, dispatch, identifyAndRecord)
  return app
}
