import { listPermissions } from '@stoa/contract/features/profile-settings'
import { apiFrom } from '../../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../../kernel/context.server.ts'
import { isStaff } from '../../../kernel/visit.ts'
import type { TagRules } from './tag-rules.ts'

const createTagAction = 'tag.add'

export async function loadTagRules(args: Parameters<typeof apiFrom>[0]): Promise<TagRules> {
  const { recommend_tags, reserved_tags, required_tag } =
    args.context.get(hostContext).site.site_write
  const { viewer } = args.context.get(visitContext)
  const permissions = await apiFrom(args).call(listPermissions, { action: createTagAction })
  const verdict = permissions[createTagAction]
  return {
    recommended: recommend_tags,
    isRequired: required_tag && recommend_tags.length > 0,
    reserved: viewer !== null && isStaff(viewer) ? [] : reserved_tags,
    newTagRequirement: verdict?.has_permission === false ? verdict.no_permission_tip : '',
  }
}
