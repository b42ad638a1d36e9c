import type { ActionRecord } from '@stoa/contract/features/captcha'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

type CaptchaImageProps = { captcha: ActionRecord; error: string | undefined }

export function CaptchaImage({ captcha, error }: CaptchaImageProps) {
  const t = useTranslate()
  const hint = captcha.plugin === '' ? t('captcha.characters_hint') : t('captcha.letters_hint')
  return (
    <div className="grid gap-3">
      <img
        src={captcha.captcha_img}
        alt={t('captcha.image')}
        width={240}
        height={80}
        className="rounded-sm border border-line-strong"
      />
      <Field label={t('captcha.characters')} hint={hint} error={error} id="captcha_code" required>
        <TextInput
          name="captcha_code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
    </div>
  )
}
