import { listMailLog } from '@stoa/contract/features/mail'
import { route } from '../../../kernel/route.ts'
import { listMails } from './mail.queries.ts'

export const mailRoutes = [route(listMailLog, ({ input, ctx }) => listMails(ctx.db, input))]
