#!/bin/bash

# Installs the wheel and the libraries that it is locked to, from conf/, into the folder of the app.
install_the_desk() {
    python3 -m venv "$install_dir/venv"
    "$install_dir/venv/bin/pip" install --disable-pip-version-check --require-hashes --only-binary :all: \
        --requirement ../conf/requirements.txt
    "$install_dir/venv/bin/pip" install --disable-pip-version-check --no-deps --force-reinstall ../conf/hostdesk-*.whl
    # Runs a command of the desk as its service does, with the same settings.
    cat > "$install_dir/manage" <<END
#!/bin/sh
set -eua
HOSTDESK_VAR='$data_dir' HOSTDESK_PORT='$port' HOSTDESK_PREFIX='$path' HOSTDESK_TLS=yes HOSTDESK_URL='https://$domain'
HOSTDESK_COMMAND='sudo $install_dir/manage'
[ ! -e '$install_dir/settings' ] || . '$install_dir/settings'
exec runuser -u '$app' -- '$install_dir/venv/bin/hostdesk' "\$@"
END
    chmod 755 "$install_dir/manage"
    chown -R root:"$app" "$install_dir"
    chmod -R o-rwx "$install_dir"
    chown -R "$app:$app" "$data_dir"
    chmod 700 "$data_dir"
}
