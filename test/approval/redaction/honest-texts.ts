/** Texts without credentials that mention them or look random. Separated by lines of `---`. */
const listed = `
the password must have 12 characters
---
existingSecret: postgres-credentials
---
API_KEY_HEADER=x-api-key
---
JWT_ALGORITHM=RS256
---
net use Z: \\\\host\\share /user:ann
---
psql --password -U ann
---
snmp-server community public RO
---
session: 'Yoga at 9'
---
Bearer authentication is used for all requests.
---
Pass the token with --token <token>, or set TOKEN.
---
  --token <token>      the access token (default: $TOKEN)
  --password-stdin     read the password from standard input
---
Usage: login [--password PASSWORD] [--user USER]
---
const key = process.env.API_KEY;
---
apiKey: process.env.OPENAI_API_KEY,
---
api_key = os.environ["OPENAI_API_KEY"]
---
API_KEY=YOUR_API_KEY
---
API_KEY=your-api-key-here
---
API_KEY=<your key>
---
TOKEN=xxxxx
---
TOKEN=\${TOKEN}
---
token: \${{ secrets.GITHUB_TOKEN }}
---
Authorization: Bearer <token>
---
Authorization: Bearer $TOKEN
---
Authorization: Bearer YOUR_TOKEN
---
curl -H "Authorization: Bearer $API_TOKEN" https://api.example.com
---
curl -u "$USER:$PASSWORD" https://example.com
---
curl -u <user>:<password> https://example.com
---
docker run -u 1000:1000 -p 8080:80 app
---
docker run --user node:node app
---
550e8400-e29b-41d4-a716-446655440000
---
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
---
Merge 9fceb02 into main
---
"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="
---
<script src="a.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"></script>
---
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
---
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt
---
d41d8cd98f00b204e9800998ecf8427e
---
docker pull alpine@sha256:21a3deaa0d32a8057914f36584b5288d2e5ecc984380bc0118285c70fa8c9300
---
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==
---
data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7
---
ISBN 978-3-16-148410-0
---
IBAN DE89 3704 0044 0532 0130 00
---
Order 2026-00012345 has shipped
---
Invoice INV-2026-0042 of 1,234.56 EUR
---
tracking number 1Z999AA10123456784
---
color: #ff8800; background: #1e1e2e
---
rgba(255, 136, 0, 0.5)
---
00:1b:44:11:3a:b7
---
+49 170 1234567
---
(555) 123-4567
---
192.168.178.1 2001:db8::ff00:42:8329
---
^1.2.3 || >=2.0.0-rc.1 <3
---
"react": "^19.0.0", "zod": "~4.2.0"
---
00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|
---
!function(e,t){"use strict";var n=e.token,r=t.session;n&&r||(e.auth=function(a){return a.pass})}(this,window);
---
{"password":"Password","forgot":"Forgot your password?","login":"Sign in"}
---
{"password":"Passwort","passwordTooShort":"Das Passwort ist zu kurz."}
---
{"errors":{"password":"must be at least 12 characters"}}
---
{"password":{"type":"string","minLength":12}}
---
0x742d35Cc6634C0532925a3b844Bc454e4438f44e
---
bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
---
1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa
---
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ann@example.com
---
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7VJTUt9Us8cKjMzEfYyjiWA4R4M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu ann@host
---
SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
---
-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIQIRi6zePL6mKjOipn+dNuaTAKBggqhkjOPQQDAjASMRAw
DgYDVQQKEwdBY21lIENvMB4XDTE3MTAyMDE5NDMwNloXDTE4MTAyMDE5NDMwNlow
-----END CERTIFICATE-----
---
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9
-----END PUBLIC KEY-----
---
-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEZfakeRYJKwYBBAHaRw8BAQdAexampleexampleexample
-----END PGP PUBLIC KEY BLOCK-----
---
com.example.authentication.token.TokenProvider
---
org.springframework.security.oauth2.jwt.JwtDecoder
---
ann.example+news@example.co.uk
---
https://example.com/orders/4711?page=2&sort=asc
---
https://example.com/users/550e8400-e29b-41d4-a716-446655440000/edit
---
https://github.com/example/app/commit/9fceb02d0ae598e95dc970b74767f19372d61af8
---
https://www.youtube.com/watch?v=dQw4w9WgXcQ
---
https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit
---
https://shop.example.com/?code=SUMMER20
---
https://example.com/?country_code=DE&currency=EUR
---
https://example.com/login?next=/account/settings
---
https://example.com/reset-password
---
https://example.com/docs/authentication/bearer-tokens#refresh-tokens
---
https://swap.example.com/?fromToken=USDC&toToken=ETH
---
https://api.example.com/items?next_page_token=CAUQAA&limit=50
---
postgres://localhost:5432/app
---
redis://cache:6379/0
---
git@github.com:example/app.git
---
ssh://git@github.com/example/app.git
---
https://user@example.com/
---
mailto:ann@example.com
---
postgres://<user>:<password>@<host>/<db>
---
postgres://\${USER}:\${PASSWORD}@db/app
---
eyJ is how a JSON Web Token begins
---
A JWT has three parts: header.payload.signature
---
GitHub tokens begin with ghp_, and those of Slack with xoxb-.
---
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
---
sk-xxxxxxxxxxxxxxxxxxxxxxxx
---
OPENAI_API_KEY=sk-...
---
.sk-cube-grid .sk-cube1 { animation-delay: 0.2s }
---
sk-button-primary-2 sk-circle-fade-dot
---
risk-assessment-2026-final-version
---
npm_config_registry=https://registry.example.com npm_lifecycle_event=test
---
SG.UI.Components.ButtonGroup.Primary
---
key-value-store-implementation-of-the-cache
---
live_preview_of_the_document_in_the_editor
---
secret_ingredient_of_the_recipe_of_the_day
---
re_compile_the_regular_expressions_of_all
---
The secret of good coffee is fresh beans.
---
Tokens are counted before the request is sent.
---
We used 12,345 tokens (max_tokens: 4096).
---
{"usage":{"prompt_tokens":812,"completion_tokens":64,"total_tokens":876}}
---
token_count=4096 max_tokens=128 token_limit=8000
---
{"token":"USDC","amount":"25.00"}
---
{ fromToken: 'USDC', toToken: 'ETH', amount: 3 }
---
{"type":"keyword","token":"function","line":12}
---
tokenize("a b c") // returns 3 tokens
---
const token = await getToken();
---
const { token, session } = useAuth();
---
function login(user: string, password: string): Promise<Session> {
---
if (!password) throw new Error('password required');
---
password: z.string().min(12),
---
password = form.password
---
self.password = password
---
login(user=user, password=password)
---
this.token = options.token;
---
headers: { Authorization: \`Bearer \${token}\` }
---
<input type="password" name="password" autocomplete="current-password">
---
<label for="password">Password</label>
---
<PasswordField label="Password" required />
---
<password>********</password>
---
password: ********
---
Password: [hidden]
---
Password: required
---
Password: minimum 8 characters
---
Password: 8-64 characters
---
Token: see the settings page
---
API key: optional
---
Secret: none
---
Enter the password for user ann:
---
Password for 'https://git.example.com':
---
Wrong password. 2 attempts left.
---
Your password expires in 14 days.
---
Forgot password? Reset your password here.
---
The password was changed on 2026-05-01.
---
password_reset_at: 2026-05-01T10:00:00Z
---
The token is base64 encoded.
---
The password is hashed with argon2id.
---
The secret is stored in the vault.
---
The token is valid for 3600 seconds.
---
The API key is missing.
---
The access token has expired.
---
Use the secret santa list of 2025.
---
Two-factor authentication is required.
---
Enter the code from your authenticator app.
---
Error code: 404, exit code 137
---
status code is 200
---
Zip code: 10115 Berlin
---
The session starts at 09:30 in room B12.
---
Session 3: Testing in production
---
session=spring&year=2026
---
auth: none
---
auth: oauth2
---
credentials: 'include'
---
fetch(url, { credentials: 'same-origin' })
---
cookie: consent, analytics
---
Cookie: theme=dark; lang=en; consent=all
---
Set-Cookie: theme=dark; Path=/; Max-Age=31536000
---
Add 200 g sugar to the cookie dough.
---
Boarding pass LH454, seat 12A
---
pass: economy
---
pass 3 of 5
---
The tests pass: 120 of 120
---
pin: D13
---
pinMode(13, OUTPUT);
---
GPIO pin 17 is an input.
---
Passport C01X00T47 expires 2031-01-01
---
keyboard: { layout: 'de', model: 'pc105' }
---
primary key: id, foreign key: user_id
---
primaryKey: 'order_4711'
---
key=value other=thing
---
i18n key: settings.account.password.label
---
settings.password.title=Change password
---
auth.session.timeout=30m
---
server.port=8080
---
PWD=/home/ann/projects/app
---
PATH=/usr/local/bin:/usr/bin SHELL=/bin/bash
---
NODE_ENV=production PORT=3000 DEBUG=app:*
---
src/app.ts:10:5:error:unused
---
12:30:45 worker 3 finished job 8812
---
{"level":"info","ts":1700000000,"msg":"signed in","session":"new"}
---
mysql -u root -p app
---
mysql -h db -u app --password
---
psql -h localhost -p 5432 -U app
---
ssh -p 2222 ann@host
---
mkdir -p build/output
---
net user ann
---
zip -r archive.zip src
---
7z a archive.7z src
---
sshpass -e ssh ann@host
---
openssl rand -hex 32
---
gh auth login --with-token < token.txt
---
vault login -method=oidc
---
npm login && npm publish
---
git -c credential.helper=store pull
---
kubectl create secret generic db --from-file=password.txt
---
kubectl get secret db -o yaml
---
kind: ConfigMap
data:
  theme: dark
  size: "12"
---
kind: Deployment
metadata:
  name: web-7d4b9c6f5-x2x9p
---
resource "aws_iam_access_key" "ci" { user = aws_iam_user.ci.name }
---
password = var.db_password
---
password: {{ db_password }}
---
password: !vault_reference db
---
secretKeyRef: { name: db, key: password }
---
secretName: web-tls
---
GRANT SELECT ON orders TO ann;
---
CREATE TABLE users (id int, password varchar(255), token text);
---
SELECT token, password FROM users WHERE id = 4711;
---
ALTER TABLE users ADD COLUMN password_hash text;
---
ALTER USER ann PASSWORD EXPIRE;
---
type Query { token: String!, session: Session }
---
message Login { string user = 1; string password = 2; }
---
| password | string | The password of the account |
---
- \`token\`: the token of the bot
---
### Authorization: how tokens work
---
See chapter 7.2, "Passwords and secrets".
---
legal winner thank year
---
The recovery phrase has 12 words. Keep it in a safe place.
---
red green blue yellow purple orange black white brown pink gray cyan
---
Recovery codes are shown once. Store them well.
---
backup code path: src/backup
---
model: gpt-4o-2024-08-06
---
claude-3-5-sonnet-20241022
---
us-east-1a eu-central-1b
---
arn:aws:iam::123456789012:role/Deploy
---
projects/my-app-123456/locations/europe-west1
---
G-ABCDEF1234 UA-12345678-1
---
pk_live publishable keys may be shown
---
CVE-2024-12345 and RFC 7519
---
LMTSR-2026-A4-0001
---
4111 1111 1111 1111
---
AC-DC-2026 and R2-D2
---
aGVsbG8gd29ybGQ=
---
%PDF-1.7 %âãÏÓ
---
{"lat":52.520008,"lon":13.404954}
---
9 out of 10 people reuse a password.
---
Der Schlüssel liegt unter der Matte.
---
パスワードを入力してください
---
Le mot de passe est obligatoire.
---
La contraseña es obligatoria.
---
/home/ann/.ssh/id_ed25519.pub
---
C:\\Users\\ann\\AppData\\Local\\Temp
---
T-shirt size L, sku TS-0042-L-BLK
---
WIFI: free in the lobby
---
The magic link was sent to ann@example.com.
---
Basic authentication sends a user and a password.
---
basic auth over TLS 1.3
---
bearer of good news 2026
---
Digest of the week 42
---
const basic = 'Basic plan: 12 EUR';
---
Proxy-Authorization: Basic <credentials>
---
x-request-id: 7b2f1c9e4d5a4c60
---
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
---
traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
---
nonce-based policies need 'strict-dynamic'
---
user_id=4711 session_count=3 pass_rate=0.97
---
Deploy key added. Fingerprint 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48
`;

/** Every text of the list. */
export const honestTexts: readonly string[] = listed.split(/\n---\n/).map((text) => text.replace(/^\n|\n$/g, ''));
