import type { CurrentUser } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { SavedMessage } from '../../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { AvatarField } from './avatar-field.tsx'
import { type Locks, type ProfileField, profileForm } from './profile-form.ts'

type Profile = Pick<
  CurrentUser,
  'display_name' | 'username' | 'bio' | 'website' | 'location' | 'avatar' | 'avatar_type'
>

type ProfileFieldsProps = {
  profile: Profile
  locks: Locks
  hasGravatar: boolean
  megabytes: number
  rejected: RejectedForm<ProfileField>
  saved: object | undefined
  /** The values as the server normalized and stored them. */
  normalized: NormalizedValues | undefined
}

type NormalizedValues = { username: string; website: string }

export function ProfileFields(props: ProfileFieldsProps) {
  const { profile, locks, hasGravatar, megabytes, rejected, saved, normalized } = props
  const t = useTranslate()
  const form = useContractForm(
    useMemo(() => profileForm(locks), [locks]),
    rejected,
  )
  const showNormalized = useEffectEvent(({ username, website }: NormalizedValues) => {
    if (!locks.username) form.setValue('username', username)
    if (!locks.website) form.setValue('website', website)
  })
  useEffect(() => {
    if (normalized !== undefined) showNormalized(normalized)
  }, [normalized])
  const textControl = (name: 'display_name' | 'username' | 'bio' | 'website' | 'location') => {
    const { defaultValue = profile[name], ...control } = form.control(name)
    return { ...control, defaultValue, disabled: locks[name] }
  }
  const hint = (name: keyof Locks, fallback?: string) =>
    locks[name] ? t('profile.locked') : fallback
  return (
    <FormBox form={form} encType="multipart/form-data" className="mt-6 grid max-w-[34rem] gap-6">
      <SavedMessage saved={saved} />
      <UnsavedChanges saved={saved} />
      <AvatarField
        name={profile.display_name}
        type={profile.avatar_type}
        url={profile.avatar}
        rejected={rejected?.values}
        hasGravatar={hasGravatar}
        megabytes={megabytes}
        isLocked={locks.avatar}
        error={form.problem?.fields['avatar']}
      />
      <FormField
        form={form}
        name="display_name"
        label={t('profile.display_name')}
        hint={hint('display_name')}
      >
        {() => <TextInput {...textControl('display_name')} autoComplete="nickname" dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="username"
        label={t('profile.username')}
        hint={hint('username', t('profile.username_hint'))}
      >
        {() => (
          <TextInput
            {...textControl('username')}
            autoComplete="username"
            autoCapitalize="none"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="bio"
        label={t('profile.bio')}
        hint={hint('bio', t('profile.bio_hint'))}
        optional
      >
        {() => <TextArea {...textControl('bio')} rows={5} maxLength={limits.bio.max} dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="website"
        label={t('profile.website')}
        hint={hint('website', t('profile.website_hint'))}
        optional
      >
        {() => (
          <TextInput
            {...textControl('website')}
            type="url"
            inputMode="url"
            autoComplete="url"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="location"
        label={t('profile.location')}
        hint={hint('location')}
        optional
      >
        {() => (
          <TextInput {...textControl('location')} maxLength={limits.location.max} dir="auto" />
        )}
      </FormField>
      <div>
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {t('form.save')}
        </Button>
      </div>
    </FormBox>
  )
}
