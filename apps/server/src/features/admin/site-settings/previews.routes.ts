import { previewPermalinks, previewPrivileges } from '@stoa/contract/features/settings-previews'
import { generalSettings } from '@stoa/contract/settings/site'
import { route } from '../../../kernel/route.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { previewPermalinkForms } from './permalinks.queries.ts'
import { previewPrivilegeChanges } from './privilege-effects.queries.ts'

export const settingsPreviewRoutes = [
  route(previewPermalinks, ({ ctx }) =>
    previewPermalinkForms(ctx.db, ctx.settings.get(generalSettings).site_url),
  ),
  route(previewPrivileges, ({ input, ctx }) =>
    previewPrivilegeChanges(ctx.db, requiredReputation(ctx.settings), input.values),
  ),
]
