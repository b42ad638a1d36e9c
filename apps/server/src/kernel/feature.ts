import type { Listener } from './events.ts'
import type { Route } from './route.ts'

/** What a feature gives to the app. */
export type Feature = {
  name: string
  routes?: readonly Route[]
  listeners?: readonly Listener[]
}
