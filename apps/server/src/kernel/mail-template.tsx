import { interfaceSettings } from '@stoa/contract/settings/site'
import { isLocale } from '@stoa/locales/languages'
import { type Translate, translator } from '@stoa/locales/translate'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Context } from './context.ts'

type MailContent = {
  site: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  note?: string
}

export const mailColors = { ink: '#101726', quiet: '#5d6573', line: '#dfe2e8', accent: '#0033ff' }

export function renderMail(t: Translate, content: MailContent) {
  const html = `<!doctype html>${renderToStaticMarkup(<MailHtml t={t} content={content} />)}`
  return { subject: toSingleLine(content.subject), text: toText(content), html }
}

function MailHtml({ t, content }: { t: Translate; content: MailContent }) {
  const { action, note, paragraphs, site } = content
  return (
    <html lang={t.tag} dir={t.dir}>
      <body style={{ margin: 0, background: '#ffffff', color: mailColors.ink }}>
        <div
          style={{
            maxWidth: 520,
            margin: '0 auto',
            padding: '32px 24px',
            font: '16px/1.6 sans-serif',
          }}
        >
          <p
            style={{
              font: '600 20px Georgia, serif',
              borderTop: `2px solid ${mailColors.ink}`,
              paddingTop: 16,
            }}
          >
            {site}
          </p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {action && (
            <p style={{ margin: '28px 0' }}>
              <a
                href={action.url}
                style={{
                  background: mailColors.accent,
                  color: '#ffffff',
                  padding: '12px 20px',
                  borderRadius: 6,
                  textDecoration: 'none',
                }}
              >
                {action.label}
              </a>
            </p>
          )}
          {action && (
            <p style={{ fontSize: 13, color: mailColors.quiet, wordBreak: 'break-all' }}>
              {action.url}
            </p>
          )}
          {note && (
            <p
              style={{
                fontSize: 13,
                color: mailColors.quiet,
                borderTop: `1px solid ${mailColors.line}`,
                paddingTop: 16,
              }}
            >
              {note}
            </p>
          )}
        </div>
      </body>
    </html>
  )
}

function toText({ action, note, paragraphs, site }: MailContent) {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`]
  return [site, ...paragraphs, ...link, ...(note === undefined ? [] : [note])].join('\n\n')
}

/** A line break in the subject would start another header. */
export function toSingleLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** In the user's language, or else the site's. */
export function translatorFor({ settings }: Pick<Context, 'settings'>, language: string) {
  const site = settings.get(interfaceSettings).language
  if (isLocale(language)) return translator(language)
  return translator(isLocale(site) ? site : 'en_US')
}
