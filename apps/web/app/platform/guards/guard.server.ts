import { data, redirect, type MiddlewareFunction } from 'react-router'
import { locationOf } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { checkGuard, type GuardName } from './rules.ts'

export function guard(name: GuardName): MiddlewareFunction<Response> {
  return async ({ url, context }, next) => {
    const { viewer, site } = context.get(visitContext)
    const { isInstalled } = context.get(hostContext)
    const location = locationOf(url)
    const verdict = checkGuard(name, { viewer, site, location, isInstalled })
    if (verdict === null) return next()
    if ('redirect' in verdict) throw redirect(verdict.redirect)
    throw data({ reason: 'forbidden' }, { status: verdict.status })
  }
}
