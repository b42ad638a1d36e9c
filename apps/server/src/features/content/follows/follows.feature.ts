import { within } from '../../../kernel/events.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { unfollowAll } from './follows.actions.ts'
import { followsRoutes } from './follows.routes.ts'

export const followsFeature: Feature = {
  name: 'follows',
  routes: followsRoutes,
  listeners: [within('account.left', (tx, { userId }) => unfollowAll(tx, userId))],
}
