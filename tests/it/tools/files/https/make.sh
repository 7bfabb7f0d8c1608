#!/bin/sh
# Makes the certificates that the test of HTTPS uses: an authority that nobody trusts but the test, and a server of its own.
set -eu
cd "$(dirname "$0")"
curve='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $curve -keyout authority.key -out authority.pem -days 36500 -subj '/CN=Test authority' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign'
openssl req $curve -keyout server.key -out server.csr -subj '/CN=localhost'
printf 'subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\n' >server.ext
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 36500 -extfile server.ext -out server.pem
rm authority.key authority.srl server.csr server.ext
