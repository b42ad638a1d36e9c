import type { FastifyInstance } from 'fastify'
import type { Context, Listener } from './context.ts'
import type { ExportList } from './export.ts'
import type { Dispatch, Identify, Route } from './route.ts'

export type Feature = {
  name: string
  routes?: readonly Route[]
  listeners?: readonly Listener[]
  /** What a user's data export contains, by name. */
  exports?: Readonly<Record<string, ExportList>>
  /** Adds routes outside the API, such as files. */
  mount?: (app: FastifyInstance, ctx: Context, identify: Identify, dispatch: Dispatch) => void
}
