import { ImageOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { externalImagesCookie, showOnceParameter } from './external-consent.ts'
import { useTranslate } from './visit-context.tsx'

type ExternalImagesProps = { count: number; postId: string }

/** Full page loads, not fetches: the Content-Security-Policy that blocks the images cannot change in place. */
export function ExternalImagesNotice({ count, postId }: ExternalImagesProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const otherParameters = [...new URLSearchParams(search)].filter(
    ([name]) => name !== showOnceParameter.name,
  )
  return (
    <div className="mt-5">
      <Notice
        icon={<ImageOff className="icon" aria-hidden="true" />}
        title={t('external.title', { count })}
        actions={
          <>
            <form method="get" action={`${pathname}#${postId}`}>
              {otherParameters.map(([name, value]) => (
                <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
              ))}
              <TextButton type="submit" {...showOnceParameter}>
                {t('external.display_below')}
              </TextButton>
            </form>
            <form method="post" action="/preferences">
              <input type="hidden" name="return" value={`${pathname}${search}#${postId}`} />
              <TextButton type="submit" name={externalImagesCookie} value="always">
                {t('external.always_display')}
              </TextButton>
            </form>
          </>
        }
      >
        {t('external.text', { count })}
      </Notice>
    </div>
  )
}
