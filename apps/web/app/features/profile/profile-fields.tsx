import type { CurrentUser } from '@stoa/contract/features/users'
import { limits } from '@stoa/contract/limits'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { SavedMessage } from '../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
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
  refused: Refused<ProfileField>
  saved: object | undefined
  /** The form in which the server keeps what was just typed. */
  kept: Kept | undefined
}

type Kept = { username: string; website: string }

export function ProfileFields(props: ProfileFieldsProps) {
  const { profile, locks, hasGravatar, megabytes, refused, saved, kept } = props
  const t = useTranslate()
  const form = useContractForm(
    useMemo(() => profileForm(locks), [locks]),
    refused,
  )
  const show = useEffectEvent(({ username, website }: Kept) => {
    if (!locks.username) form.set('username', username)
    if (!locks.website) form.set('website', website)
  })
  useEffect(() => {
    if (kept !== undefined) show(kept)
  }, [kept])
  const text = (name: 'display_name' | 'username' | 'bio' | 'website' | 'location') => {
    const { defaultValue = profile[name], ...control } = form.control(name)
    return { ...control, defaultValue, disabled: locks[name] }
  }
  const hint = (name: keyof Locks, words?: string) => (locks[name] ? t('profile.locked') : words)
  return (
    <FormBox form={form} encType="multipart/form-data" className="mt-6 grid max-w-[34rem] gap-6">
      <SavedMessage saved={saved} />
      <UnsavedChanges saved={saved} />
      <AvatarField
        name={profile.display_name}
        type={profile.avatar_type}
        address={profile.avatar}
        refused={refused?.values}
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
        {() => <TextInput {...text('display_name')} autoComplete="nickname" dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="username"
        label={t('profile.username')}
        hint={hint('username', t('profile.username_hint'))}
      >
        {() => (
          <TextInput
            {...text('username')}
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
        {() => <TextArea {...text('bio')} rows={5} maxLength={limits.bio.max} dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="website"
        label={t('profile.website')}
        hint={hint('website', t('profile.website_hint'))}
        optional
      >
        {() => (
          <TextInput {...text('website')} type="url" inputMode="url" autoComplete="url" dir="ltr" />
        )}
      </FormField>
      <FormField
        form={form}
        name="location"
        label={t('profile.location')}
        hint={hint('location')}
        optional
      >
        {() => <TextInput {...text('location')} maxLength={limits.location.max} dir="auto" />}
      </FormField>
      <div>
        <Button type="submit" variant="primary" loading={form.isSending}>
          {t('form.save')}
        </Button>
      </div>
    </FormBox>
  )
}
