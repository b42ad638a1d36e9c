import { exportMyData } from '@stoa/contract/features/profile-settings'
import { route } from '../../../kernel/route.ts'
import { exportUser, type NamedExportList } from './export.ts'

/** Takes the lists of all features, because this feature does not know them. */
export function createExportRoutes(lists: readonly NamedExportList[]) {
  return [route(exportMyData, ({ actor, ctx }) => exportUser(ctx, actor, lists))]
}
