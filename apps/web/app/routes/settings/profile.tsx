import { currentUser } from '@stoa/contract/features/accounts'
import { updateProfile } from '@stoa/contract/features/profile-settings'
import { uploadFile } from '@stoa/contract/features/uploads'
import { gravatarBaseOf } from '@stoa/contract/settings/people'
import { data } from 'react-router'
import { ProfileFields } from '../../features/community/profiles/profile-fields.tsx'
import { toLocks, profileForm } from '../../features/community/profiles/profile-form.ts'
import { findSettingsUrls } from '../../features/people/user-center/find-agent.server.ts'
import { ManagedSettings } from '../../features/people/user-center/managed-settings.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { rejectForm, readFormValues, respondSaved } from '../../kernel/form.server.ts'
import { toRejectedForm } from '../../kernel/form.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useSaved } from '../../kernel/saved-message.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/profile.ts'

export async function loader(args: Route.LoaderArgs) {
  const [user, urls] = await Promise.all([
    apiFrom(args).call(currentUser, {}),
    findSettingsUrls(args),
  ])
  if (user === null) throw data(null, { status: 401 })
  const { site_users, site_write } = args.context.get(hostContext).site
  const { display_name, username, bio, website, location, avatar, avatar_type } = user
  return {
    profile: { display_name, username, bio, website, location, avatar, avatar_type },
    locks: toLocks(site_users),
    hasGravatar: gravatarBaseOf(site_users) !== null,
    megabytes: site_write.max_image_size,
    managedUrl: urls.profile,
  }
}

export async function action(args: Route.ActionArgs) {
  const spec = profileForm(toLocks(args.context.get(hostContext).site.site_users))
  const form = await args.request.formData()
  const values = readFormValues(form, spec)
  const file = form.get('file')
  if (file instanceof File && file.size > 0) {
    const upload = await submit(args, uploadFile, { source: 'user_avatar', file })
    if (!upload.ok) {
      const { file: reason, ...others } = upload.problem.fields
      const fields = reason === undefined ? others : { ...others, avatar: reason }
      return rejectForm(spec, values, { ...upload, problem: { ...upload.problem, fields } })
    }
    Object.assign(values, { avatar_type: 'custom', avatar_custom: upload.response })
  }
  const result = await submit(args, updateProfile, spec.toInput(values))
  if (!result.ok) return rejectForm(spec, values, result)
  const { username, website } = result.response
  return respondSaved(args, { username, website })
}

export default function ProfileSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const service = useVisit().site.userCenter?.name ?? ''
  const { managedUrl, ...fields } = loaderData
  const isSaved = actionData !== undefined && 'saved' in actionData
  const saved = useSaved(actionData)
  return (
    <>
      <PageMeta title={t('settings.profile')} noIndex />
      <PageHead title={t('settings.profile')} />
      {managedUrl === null ? (
        <ProfileFields
          {...fields}
          rejected={toRejectedForm(actionData)}
          saved={saved}
          normalized={isSaved ? actionData.saved : undefined}
        />
      ) : (
        <ManagedSettings
          name={service}
          text={t('user_center.manages_profile', { service })}
          url={managedUrl}
        />
      )}
    </>
  )
}
