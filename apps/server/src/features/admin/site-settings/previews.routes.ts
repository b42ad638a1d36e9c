import {
  maxMarkupProblems,
  previewCustomMarkup,
  previewPermalinks,
  previewPrivileges,
} from '@stoa/contract/features/settings-previews'
import { brandingSettings, generalSettings } from '@stoa/contract/settings/site'
import { userSettings } from '@stoa/contract/settings/people'
import { route } from '../../../kernel/route.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { findMarkupProblems } from '../../site/info/markup-preview.rules.ts'
import { previewPermalinkForms } from './permalinks.queries.ts'
import { previewPrivilegeChanges } from './privilege-effects.queries.ts'

export const settingsPreviewRoutes = [
  route(previewPermalinks, ({ ctx }) =>
    previewPermalinkForms(ctx.db, ctx.settings.get(generalSettings).site_url),
  ),
  route(previewPrivileges, ({ input, ctx }) =>
    previewPrivilegeChanges(ctx.db, requiredReputation(ctx.settings), input.values),
  ),
  route(previewCustomMarkup, async ({ input, ctx: { settings } }) => {
    const problems = findMarkupProblems(input, {
      branding: settings.get(brandingSettings),
      site_users: settings.get(userSettings),
      siteUrl: settings.get(generalSettings).site_url,
    })
    return { count: problems.length, list: problems.slice(0, maxMarkupProblems) }
  }),
]
