import {
  exportStaffLog as exportCall,
  listStaffLog as listCall,
} from '@stoa/contract/features/staff-log'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { exportStaffLog } from './staff-log.export.ts'
import { listStaffLog } from './staff-log.queries.ts'

export const staffLogRoutes = [
  route(listCall, ({ input, ctx }) =>
    listStaffLog(ctx.db, input, {
      writeId: idWriter(ctx.settings),
      timeZone: ctx.settings.get(interfaceSettings).time_zone,
    }),
  ),

  route(exportCall, ({ input, ctx }) =>
    exportStaffLog(ctx.db, input, ctx.settings.get(interfaceSettings).time_zone),
  ),
]
