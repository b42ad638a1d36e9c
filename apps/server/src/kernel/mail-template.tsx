import type { Translate } from '@stoa/locales/translate'
import { renderToStaticMarkup } from 'react-dom/server'

type MailContent = {
  site: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  note?: string
}

const colors = { ink: '#101726', quiet: '#5d6573', line: '#dfe2e8', accent: '#0033ff' }

export function renderMail(t: Translate, content: MailContent) {
  const html = `<!doctype html>${renderToStaticMarkup(<MailHtml t={t} content={content} />)}`
  return { subject: toSingleLine(content.subject), text: toText(content), html }
}

function MailHtml({ t, content }: { t: Translate; content: MailContent }) {
  const { action, note, paragraphs, site } = content
  return (
    <html lang={t.tag} dir={t.dir}>
      <body style={{ margin: 0, background: '#ffffff', color: colors.ink }}>
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
              borderTop: `2px solid ${colors.ink}`,
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
                  background: colors.accent,
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
            <p style={{ fontSize: 13, color: colors.quiet, wordBreak: 'break-all' }}>
              {action.url}
            </p>
          )}
          {note && (
            <p
              style={{
                fontSize: 13,
                color: colors.quiet,
                borderTop: `1px solid ${colors.line}`,
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
function toSingleLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
