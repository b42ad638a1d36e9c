import { ImageOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { externalImagesCookie, showOnce } from './external-consent.ts'
import { useTranslate } from './visit-context.tsx'

type ExternalImagesProps = { count: number; postId: string }

/**
 * Asks before images of other sites are loaded. Plain forms that load the page anew: its policy is
 * what keeps such images out, and a policy cannot be changed while the page stands.
 */
export function ExternalImages({ count, postId }: ExternalImagesProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== showOnce.name)
  return (
    <div className="mt-5">
      <Notice
        icon={<ImageOff className="icon" aria-hidden="true" />}
        title={t('external.title', { count })}
        actions={
          <>
            <form method="get" action={`${pathname}#${postId}`}>
              {others.map(([name, value]) => (
                <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
              ))}
              <TextButton type="submit" {...showOnce}>
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
