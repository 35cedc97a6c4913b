#!/bin/bash

# Installs the wheel and the libraries that it is locked to, from conf/, into the folder of the app.
install_the_desk() {
    python3 -m venv "$install_dir/venv"
    "$install_dir/venv/bin/pip" install --disable-pip-version-check --require-hashes --only-binary :all: \
        --requirement ../conf/requirements.txt
    "$install_dir/venv/bin/pip" install --disable-pip-version-check --no-deps --force-reinstall ../conf/hostdesk-*.whl
    chown -R root:"$app" "$install_dir"
    chmod -R o-rwx "$install_dir"
    chown -R "$app:$app" "$data_dir"
    chmod 700 "$data_dir"
}
