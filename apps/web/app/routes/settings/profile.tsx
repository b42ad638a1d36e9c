import { currentUser } from '@stoa/contract/features/accounts'
import { updateProfile } from '@stoa/contract/features/profile'
import { uploadFile } from '@stoa/contract/features/uploads'
import { gravatarBaseOf } from '@stoa/contract/settings/people'
import { data } from 'react-router'
import { ProfileFields } from '../../features/profile/profile-fields.tsx'
import { locksOf, profileForm } from '../../features/profile/profile-form.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { refusedOf } from '../../kernel/form.tsx'
import { formAgain, textsOf } from '../../kernel/form.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useSaved } from '../../kernel/saved-message.tsx'
import { savedReply } from '../../kernel/saved.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/profile.ts'

export async function loader(args: Route.LoaderArgs) {
  const user = await apiFrom(args).call(currentUser, {})
  if (user === null) throw data(null, { status: 401 })
  const { site_users, site_write } = args.context.get(hostContext).site
  const { display_name, username, bio, website, location, avatar, avatar_type } = user
  return {
    profile: { display_name, username, bio, website, location, avatar, avatar_type },
    locks: locksOf(site_users),
    hasGravatar: gravatarBaseOf(site_users) !== null,
    megabytes: site_write.max_image_size,
  }
}

export async function action(args: Route.ActionArgs) {
  const spec = profileForm(locksOf(args.context.get(hostContext).site.site_users))
  const form = await args.request.formData()
  const values = textsOf(form, spec)
  const file = form.get('file')
  if (file instanceof File && file.size > 0) {
    const sent = await submit(args, uploadFile, { source: 'user_avatar', file })
    if (!sent.ok) {
      const { file: reason, ...others } = sent.problem.fields
      const fields = reason === undefined ? others : { ...others, avatar: reason }
      return formAgain(spec, values, { ...sent, problem: { ...sent.problem, fields } })
    }
    Object.assign(values, { avatar_type: 'custom', avatar_custom: sent.reply })
  }
  const result = await submit(args, updateProfile, spec.toInput(values))
  if (!result.ok) return formAgain(spec, values, result)
  const { username, website } = result.reply
  return savedReply(args, { username, website })
}

export default function ProfileSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const isSaved = actionData !== undefined && 'saved' in actionData
  const saved = useSaved(actionData)
  return (
    <>
      <PageTitle title={t('settings.profile')} hidden />
      <PageHead title={t('settings.profile')} />
      <ProfileFields
        {...loaderData}
        refused={refusedOf(actionData)}
        saved={saved}
        kept={isSaved ? actionData.saved : undefined}
      />
    </>
  )
}
