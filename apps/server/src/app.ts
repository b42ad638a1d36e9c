import { endpoints } from '@stoa/contract/endpoints'
import { openApiDocument } from '@stoa/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { identify } from './features/accounts/sessions.ts'
import { challenge } from './features/captcha/challenge.ts'
import { mounts, routes } from './features.ts'
import type { Context } from './kernel/context.ts'
import {
  type Dispatch,
  type Guards,
  type Identify,
  makeAdmit,
  makeDispatch,
} from './kernel/dispatch.ts'
import { mountHealth, type Readiness } from './kernel/health.ts'
import { makeHttp, mountEndpoints } from './kernel/http.ts'
import { mountInstallGate } from './kernel/install-gate.ts'
import { mountValves } from './kernel/valves/mount.ts'
import { version } from './kernel/version.ts'

type AppOptions = {
  readiness: Readiness
  /** Mounts the pages; without it only the API is served. */
  mountPages?: (
    app: FastifyInstance,
    ctx: Context,
    dispatch: Dispatch,
    identify: Identify,
  ) => Promise<void>
}

/** The whole site as one HTTP server: API, pages and files. */
export async function makeApp(ctx: Context, options: AppOptions): Promise<FastifyInstance> {
  const app = await makeHttp(ctx)
  const { noteSession, whileAway } = mountValves(app, ctx)
  // The only way to look up a session, so that a forged one lowers its sender's priority wherever it is used.
  const identifyAndNote: Identify = async (_ctx, token, address) => {
    // Before there is a database there is nobody to be found in it.
    const who = ctx.setup === null ? await identify(ctx, token) : null
    noteSession(token, address, who?.id ?? null)
    return who
  }
  const guards: Guards = { identify: identifyAndNote, challenge }
  const dispatch = makeDispatch(ctx, routes, guards)
  mountInstallGate(app, ctx)
  mountHealth(app, ctx, options.readiness)
  mountEndpoints(
    app,
    ctx,
    routes.map(({ endpoint }) => endpoint),
    { dispatch, admit: makeAdmit(ctx, guards), whileAway },
  )
  const document = openApiDocument(endpoints, { title: 'Stoa', version })
  const config = { needsNoTurn: true } as const
  app.get('/answer/api/openapi.json', { config }, (_request, reply) => reply.send(document))
  if (ctx.setup === null) for (const mount of mounts) mount(app, ctx, identifyAndNote)
  await options.mountPages?.(app, ctx, dispatch, identifyAndNote)
  return app
}
